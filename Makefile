# Kraken card club. Needs python 3.11 or newer with venv, and make, nothing else.
#   make play    environment, database, demo club, server with the steward inside
#   make quick   for daily work: the tests that take no browser and are not marked slow
#   make test    everything that must hold before a change goes in
#   make test-cluster   the same tests on PostgreSQL and Redis, screens over two servers
#   make attack  the tests of tests/attack with 20 seeds instead of one, and long counts in full (make attack SEEDS=N)
#   make soak    people who play for two hours while servers are killed (make soak HOURS=N)
#   make bench   milliseconds at people's pace, beside a floor measured in the same run (make bench PART=kills)
#   make shots   screenshots of every screen in five sizes and both themes
#   make messages   new sentences into the catalogues in locale/, translated ones into what the program reads
#   make lock    new hashed locks from requirements*.in (needs uv)

# The first of these that really runs, is new enough and makes environments; a version switcher may offer names that do
# not run. The system's own comes first: it is compiled with profiles (PGO), which is a fifth faster than what a version
# switcher compiles by default.
PYTHON ?= $(shell for name in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
LOCK_STAMP = $(VENV)/.locked

.PHONY: play check quick test test-cluster attack soak bench shots messages lock env check-system
.DELETE_ON_ERROR:

env: $(LOCK_STAMP)

# The stamp holds the digest of the locks: a touched file costs nothing, a changed one a new environment.
$(LOCK_STAMP): requirements.txt requirements-dev.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with venv is needed (on Debian python3-venv): install it, or say make PYTHON=/path/to/python"; exit 1; }
	@digest=$$(cat requirements.txt requirements-dev.txt | "$(PYTHON)" -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())'); \
	if [ -x $(BIN)/python ] && [ "$$(cat $@ 2>/dev/null)" = "$$digest" ]; then touch $@; exit 0; fi; \
	set -e; \
	"$(PYTHON)" -m venv --clear $(VENV); \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt; \
	echo $$digest > $@

play: env
	$(BIN)/python manage.py migrate --verbosity 0
	$(BIN)/python manage.py collectstatic --noinput --verbosity 0
	$(BIN)/python manage.py demo
	$(BIN)/python manage.py serve --port $(PORT)

check-system:
	@sh .ci/system-packages

check: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run

# A run starts two hundred processes of the program. Without compiled files each of them compiles it again.
unexport PYTHONDONTWRITEBYTECODE

# The tests of a module share costly fixtures, so one process runs all of them (`loadscope`), in the order in which
# tests/conftest.py puts them. Three processes for two cores, because a process waits for servers and browsers a third
# of the time.
PYTEST := $(BIN)/python -m pytest -n 3 --dist loadscope --no-loadscope-reorder

quick: check
	$(PYTEST) -m "not slow" --ignore=tests/browser --durations=10

test: check-system check
	$(PYTEST) --durations=20

# Those that bring a cluster of their own, or are about one kind of database, are in `test` already.
ON_A_CLUSTER := tests/attack tests/table tests/league tests/accounts tests/disputes tests/house tests/browser \
	tests/daily tests/analysis tests/people tests/club_file \
	$(addprefix tests/pressure/,test_posts.py test_rights.py test_names.py \
		killed/test_restart.py killed/test_life.py network/test_floods.py)

test-cluster: env check-system
	$(BIN)/python -m tests.served.on_cluster $(PYTEST) $(ON_A_CLUSTER)

# Tests of which `make test` makes only a share of the repetitions (tests/long_counts.py).
COUNTED = $(filter-out tests/attack/%,$(shell grep -rl --include='test_*.py' tests.long_counts tests))

SEEDS ?= 20
attack: env check-system
	ATTACK_SEEDS=$(SEEDS) $(PYTEST) tests/attack $(COUNTED)

HOURS ?= 2
soak: env check-system
	$(BIN)/python -m tests.bench.soak --hours $(HOURS)

# PART: of tables, cluster, small (these three if none is named), others, kills.
bench: env
	$(BIN)/python -m tests.bench $(PART)

shots: env check-system
	$(BIN)/python -m tests.browser.shots

messages: env check-system
	$(BIN)/python manage.py makemessages --all
	$(BIN)/python manage.py compilemessages --ignore $(VENV)

# Extras stay in the locks: pip 23 takes the newest coverage for `coverage[toml]` where only `coverage` has a version.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate --no-strip-extras --upgrade requirements.in -o requirements.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate --no-strip-extras --upgrade requirements-dev.in -o requirements-dev.txt
