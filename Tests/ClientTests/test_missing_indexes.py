"""From the refusal in production to the index file that mends it."""

import base64
import json
import sys
from pathlib import Path

import pytest
from google.api_core import exceptions
from google.cloud.firestore_v1 import FieldFilter

from emulator import run_firebreak

APP = Path(__file__).resolve().parent / "app" / "queries.py"


def fields(message):
    """A protocol buffer as `[(number, value)]`; enough for the messages of links."""
    found, at = [], 0
    while at < len(message):
        tag, at = message[at], at + 1
        number, kind = tag >> 3, tag & 7
        assert kind in (0, 2)
        length, at = message[at], at + 1
        if kind == 2:
            found.append((number, message[at:at + length]))
            at += length
        else:
            found.append((number, length))
    return found


def definition(link):
    """What the console would show: the name, the scope, and each field with its mode."""
    token = link.rsplit("=", 1)[1]
    index = fields(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    name, scope = index[0][1].decode(), index[1][1]
    return name, scope, [(dict(fields(f))[1].decode(), fields(f)[1]) for _, f in index[2:]]


def refusal(query):
    with pytest.raises(exceptions.FailedPrecondition) as refusal:
        list(query.stream())
    return refusal.value.message.split("\n", 1)


def test_composite(client, project):
    query = client.collection("orders").where(filter=FieldFilter("status", "==", "paid")).order_by(
        "total", direction="DESCENDING")
    line, definitions = refusal(query)
    start = "The query requires an index. You can create it here: "
    link = line.removeprefix(start)
    assert line.startswith(start)
    assert link.startswith(
        f"https://console.firebase.google.com/v1/r/project/{project}/firestore/indexes?create_composite=")
    assert definition(link) == (
        f"projects/{project}/databases/(default)/collectionGroups/orders/indexes/_", 1,
        [("status", (2, 1)), ("total", (2, 2)), ("__name__", (2, 2))],
    )
    # The first line is production's; below it stands what to paste.
    assert json.loads(definitions[definitions.index("{"):]) == {
        "collectionGroup": "orders", "queryScope": "COLLECTION",
        "fields": [{"fieldPath": "status", "order": "ASCENDING"}, {"fieldPath": "total", "order": "DESCENDING"}],
    }


def test_collection_group(client, project):
    query = client.collection_group("reviews").where(filter=FieldFilter("stars", ">=", 4))
    line, _ = refusal(query)
    start = "The query requires a COLLECTION_GROUP_ASC index for collection reviews and field stars. You can create it here: "
    assert line.startswith(start)
    assert definition(line.removeprefix(start)) == (
        f"projects/{project}/databases/(default)/collectionGroups/reviews/fields/stars", 2, [("stars", (2, 1))],
    )


def test_configured_indexes_serve(client):
    people = client.collection("people")
    for n in range(6):
        people.document(f"p{n}").set({"city": "ab"[n % 2], "age": n, "height": 10 - n})
    in_a = people.where(filter=FieldFilter("city", "==", "a"))
    assert [d.id for d in in_a.order_by("age").stream()] == ["p0", "p2", "p4"]
    assert [d.id for d in in_a.order_by("age").limit_to_last(2).get()] == ["p2", "p4"]
    both = people.where(filter=FieldFilter("age", ">", 1)).where(filter=FieldFilter("height", ">", 6))
    assert [d.id for d in both.order_by("age").order_by("height").stream()] == ["p2", "p3"]
    refusal(in_a.order_by("height"))


def test_named_database(emulator, project):
    client = emulator.client(project, "second")
    line, _ = refusal(client.collection("c").where(filter=FieldFilter("a", "==", 1)).order_by("b"))
    assert f"/v1/r/project/{project}/firestore/databases/second/indexes?create_composite=" in line
    client.close()


def test_from_a_recording_to_production(tmp_path):
    """Refused in production; served and recorded in mode permissive; with the printed file production serves it, too."""
    folder = tmp_path / "shop"
    folder.mkdir()
    indexes = folder / "firestore.indexes.json"
    (folder / "firebase.json").write_text(json.dumps({"firestore": {"indexes": indexes.name}}))
    indexes.write_text(json.dumps({"indexes": [], "fieldOverrides": []}))

    def execute(*flags):
        return run_firebreak(folder, "emulator", "exec", "--port", 0, *flags, "--", sys.executable, APP)

    refused = execute()
    assert refused.returncode != 0
    assert "The query requires an index" in refused.stderr
    permissive = execute("--mode", "permissive")
    assert permissive.returncode == 0, permissive.stderr
    assert "all queries answered" in permissive.stdout
    suggested = run_firebreak(folder, "indexes", "suggest", "--from-recording")
    assert suggested.returncode in (0, 1), suggested.stderr
    printed = json.loads(suggested.stdout)
    assert sorted((i["collectionGroup"], [(f["fieldPath"], f.get("order") or f["arrayConfig"]) for f in i["fields"]])
                  for i in printed["indexes"]) == [
        ("orders", [("status", "ASCENDING"), ("total", "ASCENDING")]),
        ("orders", [("status", "ASCENDING"), ("total", "DESCENDING")]),
        ("orders", [("tags", "CONTAINS"), ("total", "ASCENDING")]),
    ]
    assert [(o["collectionGroup"], o["fieldPath"]) for o in printed["fieldOverrides"]] == [("reviews", "stars")]
    indexes.write_text(suggested.stdout)
    served = execute()
    assert served.returncode == 0, served.stderr
    assert "all queries answered" in served.stdout
