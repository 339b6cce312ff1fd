"""Exports in Google's format, read by something that shares no code with what has written them."""

import datetime
import json
import math
import os
import struct
import urllib.request
from pathlib import Path

import pytest
from google.cloud.firestore import DocumentReference, GeoPoint
from google.cloud.firestore_v1.vector import Vector

from emulator import run_firebreak

PROJECT = "demo-exports"
OUTPUT = "firestore_export/all_namespaces/all_kinds/output-0"


def records(data):
    """The records of a file of LevelDB's log format."""
    position, record = 0, b""
    while position + 7 <= len(data):
        left = 32768 - position % 32768
        if left < 7:
            position += left
            continue
        _, length, kind = struct.unpack("<IHB", data[position:position + 7])
        record += data[position + 7:position + 7 + length]
        position += 7 + length
        if kind in (1, 4):
            yield record
            record = b""


def varint(data, position):
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, position


def fields(data, position=0, group=None):
    """The fields of a message as pairs; those of a group with the position behind it."""
    found = []
    while position < len(data):
        tag, position = varint(data, position)
        number, kind = tag >> 3, tag & 7
        if kind == 0:
            value, position = varint(data, position)
        elif kind == 1:
            value, position = data[position:position + 8], position + 8
        elif kind == 2:
            length, position = varint(data, position)
            value, position = data[position:position + length], position + length
        elif kind == 3:
            value, position = fields(data, position, number)
        else:
            assert (kind, number) == (4, group)
            return found, position
        found.append((number, value))
    return found


def path(elements, kind, name):
    return "/".join(f"{dict(element)[kind].decode()}/{dict(element)[name].decode()}" for element in elements)


def value(meaning, data):
    content = dict(fields(data))
    if meaning == 19:
        return entity(content[3])[1]
    if meaning == 24:
        return []
    match content:
        case {1: number}:
            signed = number - (1 << 64) if number >> 63 else number
            return ("time", signed) if meaning == 7 else signed
        case {2: flag}:
            return bool(flag)
        case {3: text}:
            return text if meaning == 14 else text.decode()
        case {4: bits}:
            return struct.unpack("<d", bits)[0]
        case {5: point}:
            return ("point", *(struct.unpack("<d", bits)[0] for _, bits in point))
        case {12: name}:
            return ("reference", path([element for number, element in name if number == 14], 15, 17))
    return None


def entity(record):
    name, values = None, {}
    for number, data in fields(record):
        if number == 13:
            elements = [element for _, element in fields(dict(fields(data))[14])]
            name = path(elements, 2, 4)
        elif number in (14, 15):
            parts = dict(fields(data))
            key, content = parts[3].decode(), value(parts.get(1), parts[5])
            if parts[4]:
                values.setdefault(key, []).append(content)
            else:
                assert key not in values
                values[key] = content
    return name, values


@pytest.fixture
def served(start_emulator):
    return start_emulator("--project", PROJECT)


@pytest.fixture
def client(served):
    client = served.client(PROJECT)
    yield client
    client.close()


def command(served, folder, *words):
    answer = run_firebreak(folder, "emulator", *words, "--port", served.port, "--project", PROJECT)
    assert answer.returncode == 0, answer.stderr
    return answer


def test_values_of_a_client_are_read_by_somebody_else_and_come_back(served, client, tmp_path):
    other = client.document("c/other")
    time = datetime.datetime(2026, 1, 5, 8, 0, 0, 123456, tzinfo=datetime.timezone.utc)
    written = {
        "null": None, "yes": True, "integer": -(1 << 63), "double": -0.0, "nan": math.nan, "text": "é\u0000🙂",
        "bytes": b"\x00\xff", "time": time, "point": GeoPoint(-89.5, 179.25), "reference": other, "none": [],
        "list": [1, None, {"a": [2.5], "b": []}], "map": {"x.y`": {}}, "vector": Vector([1.5, -2.0]),
    }
    document = client.document("c/all/deep/down")
    document.set(written)
    other.set({"large": "x" * 100_000})
    before = document.get().to_dict()
    command(served, tmp_path, "export", "out")
    read = dict(map(entity, records((tmp_path / "out" / OUTPUT).read_bytes())))
    assert read.keys() == {"c/all/deep/down", "c/other"}
    assert read["c/other"] == {"large": "x" * 100_000}
    found = read["c/all/deep/down"]
    assert math.isnan(found.pop("nan"))
    assert math.copysign(1, found["double"]) == -1
    assert found == {
        "null": None, "yes": True, "integer": -(1 << 63), "double": 0.0, "text": "é\u0000🙂", "bytes": b"\x00\xff",
        "time": ("time", int(time.timestamp()) * 1_000_000 + 123456), "point": ("point", -89.5, 179.25),
        "reference": ("reference", "c/other"), "none": [], "list": [1, None, {"a": [2.5], "b": []}],
        "map": {"x.y`": {}}, "vector": {"__type__": "__vector__", "value": [1.5, -2.0]},
    }
    document.delete()
    command(served, tmp_path, "import", "out")
    after = document.get().to_dict()
    assert math.isnan(after.pop("nan")) and math.isnan(before.pop("nan"))
    assert after == before


def test_many_documents_are_in_their_records(served, client, tmp_path):
    batch = client.batch()
    for number in range(400):
        batch.set(client.document(f"many/{number}"), {"number": number, "text": "x" * number * 5})
    batch.commit()
    command(served, tmp_path, "export", "out")
    data = (tmp_path / "out" / OUTPUT).read_bytes()
    assert len(data) > 10 * 32768
    read = dict(map(entity, records(data)))
    assert read == {f"many/{number}": {"number": number, "text": "x" * number * 5} for number in range(400)}


def plain(value):
    """A value of the client as the reader of this file has it."""
    match value:
        case datetime.datetime():
            return ("time", int(value.replace(microsecond=0).timestamp()) * 1_000_000 + value.microsecond)
        case GeoPoint():
            return ("point", value.latitude, value.longitude)
        case DocumentReference():
            return ("reference", value.path)
        case Vector():
            return {"__type__": "__vector__", "value": list(value)}
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case list():
            return [plain(item) for item in value]
    return value


FOREIGN = os.environ.get("FIREBREAK_GOOGLE_EXPORTS", "")


@pytest.mark.skipif(not FOREIGN, reason="FIREBREAK_GOOGLE_EXPORTS names no folder with exports of Google's emulator")
def test_what_googles_emulator_has_written_is_imported_whole(start_emulator, tmp_path):
    """Every export below the folder: as many documents as its metadata promise, and each as it stands in the file."""
    found = 0
    for number, metadata in enumerate(sorted(Path(FOREIGN).rglob("*.overall_export_metadata"))):
        _, promise = records(metadata.read_bytes())
        promised = sum(dict(fields(entry)).get(3, 0) for number, entry in fields(promise) if number == 1)
        outputs = sorted(metadata.parent.rglob("output-*"))
        if not outputs:
            continue
        read = dict(entity(record) for output in outputs for record in records(output.read_bytes()))
        assert len(read) == promised, metadata
        folder = next(parent for parent in metadata.parents if (parent / "firebase-export-metadata.json").exists())
        served = start_emulator("--project", PROJECT)
        command(served, tmp_path, "import", folder)
        client = served.client(PROJECT)
        for path, values in read.items():
            assert plain(client.document(path).get().to_dict()) == values, (metadata, path)
        overview = json.load(urllib.request.urlopen(f"{served.page}/firebreak/v1/overview"))
        assert [row["documents"] for row in overview["databases"] if row["project"] == PROJECT] == [promised]
        client.close()
        served.stop()
        found += 1
    assert found > 0
