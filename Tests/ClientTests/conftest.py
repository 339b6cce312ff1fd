"""One emulator for the whole run, started and stopped here; every test has a project of its own."""

import shutil
import uuid
from pathlib import Path

import pytest

from emulator import FIREBREAK, Emulator

PROJECT = Path(__file__).resolve().parent / "project"


def pytest_configure(config):
    if not FIREBREAK.exists():
        pytest.exit(f"{FIREBREAK} does not exist: build firebreak and firebreak-emulator, or set FIREBREAK_BIN_DIR", 2)


def _serve(tmp_path_factory, name, *arguments):
    scratch = tmp_path_factory.mktemp(name)
    shutil.copytree(PROJECT, scratch / "project")
    return Emulator(scratch / "project", scratch, *arguments)


@pytest.fixture(scope="session")
def emulator(tmp_path_factory):
    """In mode production, with the indexes and rules of `project/`."""
    with _serve(tmp_path_factory, "production") as served:
        yield served


@pytest.fixture(scope="session")
def permissive(tmp_path_factory):
    """Every query runs as if its index existed."""
    with _serve(tmp_path_factory, "permissive", "--mode", "permissive") as served:
        yield served


@pytest.fixture
def project():
    return f"demo-{uuid.uuid4().hex[:12]}"


@pytest.fixture
def client(emulator, project):
    client = emulator.client(project)
    yield client
    client.close()


@pytest.fixture
def other_client(emulator, project):
    """A second one with a connection of its own to the same database."""
    client = emulator.client(project)
    yield client
    client.close()


@pytest.fixture
def start_emulator(tmp_path):
    """Starts emulators of a test's own; all are stopped at its end."""
    running = []

    def start(*arguments, project_folder=PROJECT):
        scratch = tmp_path / f"emulator{len(running)}"
        scratch.mkdir()
        running.append(Emulator(project_folder, scratch, *arguments))
        return running[-1].start()

    yield start
    for served in running:
        if served.process is not None and served.process.poll() is None:
            served.stop()
