"""The import contract of the engine, in which each game need not be named.

Import-linter loads it for the contract type `engine_floors` of pyproject.toml. A layer "*" stands for all packages no
other layer names; none of them may import another.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from importlinter.contracts.layers import LayersContract

ROOT: Final = Path(__file__).resolve().parents[2]
ENGINE: Final = ROOT / "games" / "engine"
EVERY_OTHER: Final = "*"


class EngineFloors(LayersContract):
    """Layers, one of them "*"."""

    type_name = "engine_floors"

    def __init__(self, name: str, session_options: dict[str, Any], contract_options: dict[str, Any]) -> None:
        games = " | ".join(packages_beside(contract_options["layers"]))
        layers = [games if layer == EVERY_OTHER else layer for layer in contract_options["layers"]]
        super().__init__(name, session_options, {**contract_options, "layers": layers})


def packages_beside(layers: list[str]) -> list[str]:
    """The packages of the engine that none of the layers names."""
    named = {name for layer in layers for name in layer.replace("|", " ").replace(":", " ").split()}
    return sorted({path.parent.name for path in ENGINE.glob("*/__init__.py")} - named)


def packages_without_floor() -> list[str]:
    """The packages that "*" stands for in pyproject.toml."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract["type"] == EngineFloors.type_name]
    return packages_beside(layers)
