"""What the reliability runs share: an emulator of the release build, and the clients of the client tests."""

import os
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
os.environ.setdefault("FIREBREAK_BIN_DIR", str(REPOSITORY / ".build" / "release"))
sys.path.insert(0, str(REPOSITORY / "Tests" / "ClientTests"))

from emulator import Emulator  # noqa: E402


def emulator(folder, *arguments):
    """With the rules and indexes of the client tests."""
    scratch = Path(folder) / "scratch"
    scratch.mkdir()
    return Emulator(REPOSITORY / "Tests" / "ClientTests" / "project", scratch, *arguments)
