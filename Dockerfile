# The club as an image: one stage, a user of its own, the database and keys outside in /data.
FROM python:3.11-slim-trixie
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 VAR_DIR=/data STATIC_ROOT=/srv/static
WORKDIR /srv/club
# pg_dump and pg_restore for `manage.py backup` and `restore`, of the same version as the server in compose.yaml.
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY manage.py ./
COPY kraken_site kraken_site
COPY accounts accounts
COPY games games
COPY locale locale
COPY templates templates
COPY static static
# What runs may not write beside its sources: compiled here, a server is back a second sooner.
RUN python -m compileall -q accounts games kraken_site
RUN useradd --system --uid 10001 --home-dir /data --create-home club \
    && SECRET_KEY=only-for-collecting python manage.py collectstatic --noinput --verbosity 0 \
    && chown -R club /data
USER club
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://localhost:8000/healthz')"]
CMD ["python", "manage.py", "serve", "--port", "8000"]
