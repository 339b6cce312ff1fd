"""A running emulator, as a script would start it."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from unittest import mock

import grpc
from google.cloud import firestore
from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports import FirestoreGrpcTransport

REPOSITORY = Path(__file__).resolve().parents[2]
BINARIES = Path(os.environ.get("FIREBREAK_BIN_DIR", REPOSITORY / ".build" / "debug")).resolve()
FIREBREAK = BINARIES / "firebreak"


class Emulator:
    """`firebreak emulator start` in a project folder; a context manager that stops it."""

    START_TIMEOUT = 30

    def __init__(self, project_folder, scratch_folder, *arguments):
        self.project_folder = Path(project_folder)
        self.scratch_folder = Path(scratch_folder)
        self.arguments = [str(argument) for argument in arguments]
        self.port = 0
        self.database_port = 0
        self.page_port = 0
        self.process = None

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    @property
    def page(self):
        return f"http://127.0.0.1:{self.page_port}"

    @property
    def log(self):
        return (self.scratch_folder / "emulator.log").read_text(errors="replace")

    def start(self):
        """Starts it on free ports, or again on those that it had."""
        ready = self.scratch_folder / "ready.json"
        ready.unlink(missing_ok=True)
        command = [
            FIREBREAK, "emulator", "start", "--project-dir", self.project_folder, "--port", self.port,
            "--database-port", self.database_port, "--ready-file", ready, *self.arguments,
        ]
        with open(self.scratch_folder / "emulator.log", "ab") as log:
            self.process = subprocess.Popen(
                [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        deadline = time.monotonic() + self.START_TIMEOUT
        while not ready.exists():
            try:
                code = self.process.wait(timeout=0.005)
            except subprocess.TimeoutExpired:
                if time.monotonic() > deadline:
                    self.kill()
                    raise TimeoutError(f"the emulator is not ready:\n{self.log}") from None
            else:
                raise RuntimeError(f"the emulator ended with {code}:\n{self.log}")
        addresses = json.loads(ready.read_text())
        self.port = addresses["firestore"]["port"]
        self.database_port = addresses["database"]["port"]
        self.page_port = addresses.get("ui", {}).get("port", 0)
        return self

    def stop(self):
        """As Ctrl-C does; returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.kill()
            raise TimeoutError(f"the emulator does not stop:\n{self.log}") from None

    def kill(self):
        """No chance to tidy up."""
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()

    # Clients

    def client(self, project, database="(default)"):
        with self.environment():
            return firestore.Client(project=project, database=database)

    def async_client(self, project, database="(default)"):
        with self.environment():
            return firestore.AsyncClient(project=project, database=database)

    def environment(self):
        return mock.patch.dict(os.environ, {"FIRESTORE_EMULATOR_HOST": self.address})

    def stub(self):
        """The generated client below the friendly one: it sends exactly the headers that it is given."""
        channel = grpc.insecure_channel(self.address)
        return FirestoreClient(transport=FirestoreGrpcTransport(channel=channel))


def run_firebreak(folder, *arguments, timeout=120, **options):
    """Runs `firebreak` in a folder; both streams as text."""
    return subprocess.run(
        [str(FIREBREAK), *map(str, arguments)], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=timeout, **options
    )
