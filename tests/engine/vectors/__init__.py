"""Right answers for Kraken and Kan, one JSON object a line (`kraken_examples.jsonl`: rules/kraken section 3,
`kan_examples.jsonl`: rules/kan section 4)."""

from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
OPEN = {".gz": gzip.decompress, ".xz": lzma.decompress}


def vectors(name: str) -> list[dict[str, Any]]:
    """All lines of one file of answers."""
    path = FOLDER / name
    written = OPEN.get(path.suffix, bytes)(path.read_bytes())
    return [json.loads(line) for line in written.splitlines()]
