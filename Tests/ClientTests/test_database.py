"""The Realtime Database through the client that Google publishes for Python."""

import collections
import queue
import threading
import uuid

import firebase_admin
import pytest
from firebase_admin import db, exceptions

Change = collections.namedtuple("Change", "event path data")


@pytest.fixture
def namespace():
    return f"demo-{uuid.uuid4().hex[:12]}"


@pytest.fixture
def database(emulator, namespace):
    """Makes references; `as_user` is what `auth` is in rules, `None` nobody, and without it rules do not count."""
    apps = []

    def reference(path="/", **options):
        settings = {"databaseURL": f"http://127.0.0.1:{emulator.database_port}/?ns={namespace}"}
        if "as_user" in options:
            settings["databaseAuthVariableOverride"] = options["as_user"]
        app = firebase_admin.initialize_app(options=settings, name=uuid.uuid4().hex)
        apps.append(app)
        return db.reference(path, app=app)

    yield reference
    for app in apps:
        firebase_admin.delete_app(app)


class Changes:
    """What a listener is told, in order."""

    def __init__(self, reference):
        self.changes = queue.Queue()
        self.registration = reference.listen(
            lambda event: self.changes.put(Change(event.event_type, event.path, event.data)))

    def next(self):
        return self.changes.get(timeout=20)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.registration.close()


# Values

@pytest.mark.parametrize("value", [
    True, False, 0, -1, 1.5, 1e300, 2**53, "", "text", "héllo ✔ 🐵", "\n\t\"\\", {"a": 1}, {"a": {"b": {"c": [1, 2]}}},
    ["x", "y"], {"10": "a", "9": "b"}, "x" * 100_000,
])
def test_values(database, value):
    reference = database("/value")
    reference.set(value)
    assert reference.get() == value


@pytest.mark.parametrize("written, read", [
    ({"0": "a", "1": "b"}, ["a", "b"]),
    ({"0": "a", "2": "c"}, ["a", None, "c"]),
    ({"1": "b"}, [None, "b"]),
    ({"2": "c"}, {"2": "c"}),
    ({"00": "a", "1": "b"}, {"00": "a", "1": "b"}),
    ([None, "b"], [None, "b"]),
    ({"a": None, "b": {}, "c": [], "d": 1}, {"d": 1}),
    ({"a": {"b": None}}, None),
])
def test_what_becomes_of_values(database, written, read):
    reference = database("/value")
    reference.set(written)
    assert reference.get() == read


def test_nothing(database):
    assert database().get() is None
    assert database("/a/b/c").get() is None
    database("/a/b").delete()
    assert database().get() is None


def test_set_replaces_and_update_keeps(database):
    reference = database("/place")
    reference.set({"a": 1, "b": {"c": 2}})
    reference.update({"a": 3, "b/d": 4})
    assert reference.get() == {"a": 3, "b": {"c": 2, "d": 4}}
    reference.update({"b": None})
    assert reference.get() == {"a": 3}
    reference.set({"e": 5})
    assert reference.get() == {"e": 5}
    reference.child("e").delete()
    assert reference.get() is None


def test_update_of_several_places(database):
    root = database()
    root.update({"users/ada/name": "Ada", "names/ada": True})
    assert root.get() == {"users": {"ada": {"name": "Ada"}}, "names": {"ada": True}}
    with pytest.raises(exceptions.InvalidArgumentError):
        root.update({"users": 1, "users/ada": 2})
    assert root.child("users/ada/name").get() == "Ada"


def test_push(database):
    reference = database("/list")
    keys = [reference.push({"n": n}).key for n in range(20)]
    assert keys == sorted(keys) and len(set(keys)) == 20 and all(len(key) == 20 for key in keys)
    assert list(reference.get().values()) == [{"n": n} for n in range(20)]
    assert reference.push().get() == ""


def test_shallow(database):
    reference = database("/shallow")
    reference.set({"a": {"b": {"c": 1}}, "d": 2})
    assert reference.get(shallow=True) == {"a": True, "d": True}
    assert reference.child("d").get(shallow=True) == 2
    assert reference.child("nothing").get(shallow=True) is None


def test_server_values(database):
    reference = database("/counter")
    reference.set({"at": {".sv": "timestamp"}, "n": {".sv": {"increment": 5}}})
    first = reference.get()
    assert first["n"] == 5 and first["at"] > 1_600_000_000_000
    reference.update({"n": {".sv": {"increment": -2}}, "again": {".sv": "timestamp"}, "more": {".sv": "timestamp"}})
    second = reference.get()
    assert second["n"] == 3 and second["at"] == first["at"] and second["again"] == second["more"]
    with pytest.raises(exceptions.InvalidArgumentError):
        reference.set({".sv": "something"})


@pytest.mark.parametrize("key", ["a.b", "a$b", "a#b", "a[b", "a]b", "", "a\x01b", "x" * 769])
def test_illegal_keys(database, key):
    reference = database("/keys")
    with pytest.raises(exceptions.InvalidArgumentError) as refusal:
        reference.set({key: 1})
    assert str(refusal.value) == "Invalid data; couldn't parse JSON object, array, or value."
    assert reference.get() is None


def test_depth(database):
    value = deepest = {}
    for _ in range(30):
        deepest["d"] = {}
        deepest = deepest["d"]
    deepest["d"] = 1
    # One for the place itself: 32 levels.
    database("/deep").set(value)
    with pytest.raises(exceptions.InvalidArgumentError):
        database("/deep/d").set({"again": value})


# Queries

DINOSAURS = {
    "bruhathkayosaurus": {"height": 25, "dimensions": {"weight": 135000}},
    "lambeosaurus": {"height": 2.1, "dimensions": {"weight": 5000}},
    "linhenykus": {"height": 0.6, "dimensions": {"weight": 3}},
    "pterodactyl": {"height": 0.6, "dimensions": {"weight": 2}},
    "stegosaurus": {"height": 4, "dimensions": {"weight": 2500}},
    "triceratops": {"height": 3, "dimensions": {"weight": 11000}},
    "unknown": {"dimensions": {"weight": "heavy"}},
}


@pytest.fixture
def dinosaurs(database):
    reference = database("/dinosaurs")
    reference.set(DINOSAURS)
    return reference


@pytest.mark.parametrize("build, keys", [
    (lambda r: r.order_by_child("height"), [
        "unknown", "linhenykus", "pterodactyl", "lambeosaurus", "triceratops", "stegosaurus", "bruhathkayosaurus"]),
    (lambda r: r.order_by_child("height").limit_to_first(2), ["unknown", "linhenykus"]),
    (lambda r: r.order_by_child("height").limit_to_last(2), ["stegosaurus", "bruhathkayosaurus"]),
    (lambda r: r.order_by_child("height").start_at(3), ["triceratops", "stegosaurus", "bruhathkayosaurus"]),
    (lambda r: r.order_by_child("height").end_at(2.1), ["unknown", "linhenykus", "pterodactyl", "lambeosaurus"]),
    (lambda r: r.order_by_child("height").start_at(2).end_at(4), ["lambeosaurus", "triceratops", "stegosaurus"]),
    (lambda r: r.order_by_child("height").start_at(2).limit_to_last(2), ["stegosaurus", "bruhathkayosaurus"]),
    (lambda r: r.order_by_child("height").equal_to(0.6), ["linhenykus", "pterodactyl"]),
    (lambda r: r.order_by_child("height").equal_to("0.6"), []),
    (lambda r: r.order_by_child("dimensions/weight").start_at(11000), ["triceratops", "bruhathkayosaurus", "unknown"]),
    (lambda r: r.order_by_child("dimensions/weight").equal_to("heavy"), ["unknown"]),
    (lambda r: r.order_by_key().start_at("s"), ["stegosaurus", "triceratops", "unknown"]),
    (lambda r: r.order_by_key().end_at("lz"), ["bruhathkayosaurus", "lambeosaurus", "linhenykus"]),
    (lambda r: r.order_by_key().equal_to("linhenykus"), ["linhenykus"]),
    (lambda r: r.order_by_key().limit_to_last(1), ["unknown"]),
])
def test_queries(dinosaurs, build, keys):
    answer = build(dinosaurs).get()
    assert list(answer or {}) == keys
    assert all(answer[key] == DINOSAURS[key] for key in keys)


def test_order_by_value(database):
    reference = database("/scores")
    reference.set({"a": 3, "b": "x", "c": 1, "d": True, "e": 3})
    assert list(reference.order_by_value().get().items()) == [("d", True), ("c", 1), ("a", 3), ("e", 3), ("b", "x")]
    assert list(reference.order_by_value().equal_to(3).get()) == ["a", "e"]
    assert list(reference.order_by_value().start_at(2).limit_to_first(2).get()) == ["a", "e"]


def test_query_of_a_list(database):
    reference = database("/scores")
    reference.set([5, 1, 4])
    assert reference.order_by_key().limit_to_first(2).get() == [5, 1]


def test_missing_index(database):
    reference = database("/plain")
    reference.set({"x": {"a": 1}})
    with pytest.raises(exceptions.InvalidArgumentError) as refusal:
        reference.order_by_child("a/b").limit_to_first(1).get()
    assert str(refusal.value) == 'Index not defined, add ".indexOn": "a/b", for path "/plain", to the rules'
    with pytest.raises(exceptions.InvalidArgumentError) as refusal:
        reference.order_by_value().get()
    assert str(refusal.value) == 'Index not defined, add ".indexOn": ".value", for path "/plain", to the rules'
    assert list(reference.order_by_key().get()) == ["x"]


@pytest.mark.parametrize("build, message", [
    (lambda r: r.order_by_child("height").limit_to_first(0), "limitToFirst must be positive"),
    (lambda r: r.order_by_key().start_at(3), "Provided key index type is invalid, must be string"),
    (lambda r: r.order_by_child("height").start_at({"a": 1}), "Constraint index field must be a JSON primitive"),
    (lambda r: r.order_by_child("height").start_at(1).equal_to(2),
     "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore"),
])
def test_refused_queries(dinosaurs, build, message):
    with pytest.raises(exceptions.InvalidArgumentError) as refusal:
        build(dinosaurs).get()
    assert str(refusal.value) == message


# Conditions and transactions

def test_get_if_changed(database):
    reference = database("/tagged")
    assert reference.get(etag=True) == (None, "null_etag")
    reference.set({"a": 1})
    value, tag = reference.get(etag=True)
    assert (value, tag) == ({"a": 1}, "gIphxiFGusLh2VwSNVKSvNu90m4=")
    assert reference.get_if_changed(tag) == (False, None, None)
    reference.set({"a": 2})
    changed, value, newer = reference.get_if_changed(tag)
    assert (changed, value) == (True, {"a": 2}) and newer != tag


def test_set_if_unchanged(database):
    reference = database("/tagged")
    done, value, tag = reference.set_if_unchanged("null_etag", "x")
    assert (done, value, tag) == (True, "x", "OJSeRnP1mf0vTrhq7izmWGPiNx4=")
    assert reference.set_if_unchanged("null_etag", "y") == (False, "x", tag)
    done, value, newer = reference.set_if_unchanged(tag, "y")
    assert (done, value) == (True, "y") and newer != tag
    assert reference.get() == "y"


def test_transactions_compete(database):
    reference = database("/counter")
    failures = []

    def count():
        own = database("/counter")
        done = 0
        while done < 10:
            try:
                own.transaction(lambda value: (value or 0) + 1)
                done += 1
            except db.TransactionAbortedError as failure:
                failures.append(failure)

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert reference.get() == 40


def test_transaction_gives_up_when_its_function_does(database):
    reference = database("/counter")
    reference.set(1)

    def refuse(value):
        raise ValueError(value)

    with pytest.raises(ValueError):
        reference.transaction(refuse)
    assert reference.get() == 1


# Rules

def test_rules(database):
    database("/users/ada/name").set("Ada")
    ada = database("/users/ada", as_user={"uid": "ada"})
    assert ada.get() == {"name": "Ada"}
    ada.update({"name": "Lovelace", "seen": {".sv": "timestamp"}})
    for stranger in [database("/users/ada", as_user={"uid": "bob"}), database("/users/ada", as_user=None)]:
        for request in [stranger.get, stranger.delete, lambda: stranger.set(1), lambda: stranger.update({"name": "x"}),
                        lambda: stranger.push(1)]:
            with pytest.raises(exceptions.UnauthenticatedError) as refusal:
                request()
            assert str(refusal.value) == "Permission denied"
    assert database("/users/ada/name").get() == "Lovelace"


def test_validation(database):
    name = database("/users/ada/name", as_user={"uid": "ada"})
    for value in [5, "x" * 20, {"first": "Ada"}]:
        with pytest.raises(exceptions.UnauthenticatedError):
            name.set(value)
    name.set("Ada")
    # Deletes are not validated.
    name.delete()


def test_claims(database):
    moderator = {"uid": "ada", "token": {"moderator": True}}
    database("/moderated", as_user=moderator).set(1)
    with pytest.raises(exceptions.UnauthenticatedError):
        database("/moderated", as_user={"uid": "ada"}).get()


def test_rules_of_an_update_are_all_or_nothing(database):
    root = database(as_user={"uid": "ada"})
    with pytest.raises(exceptions.UnauthenticatedError):
        root.update({"users/ada/name": "Ada", "users/bob/name": "Bob"})
    assert database().get() is None
    root.update({"users/ada/name": "Ada", "open/x": 1})
    assert database().get() == {"users": {"ada": {"name": "Ada"}}, "open": {"x": 1}}


def test_rules_that_ask_for_the_query(database):
    database("/scores").set({"a": 1, "b": 2})
    scores = database("/scores", as_user={"uid": "ada"})
    assert list(scores.order_by_value().limit_to_last(1).get()) == ["b"]
    for read in [scores.get, scores.order_by_value().limit_to_last(11).get]:
        with pytest.raises(exceptions.UnauthenticatedError):
            read()


# Listeners

# The client's own thread falls over its connection when a listener is closed.
closes_listeners = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


@closes_listeners
def test_listen(database):
    reference = database("/heard")
    with Changes(reference) as changes:
        assert changes.next() == ("put", "/", None)
        reference.set({"a": 1})
        assert changes.next() == ("put", "/", {"a": 1})
        reference.child("b/c").set("ü")
        assert changes.next() == ("put", "/b/c", "ü")
        reference.update({"a": 2, "d": 3})
        assert changes.next() == ("patch", "/", {"a": 2, "d": 3})
        reference.child("b").update({"c": None, "e": True})
        assert changes.next() == ("patch", "/b", {"c": None, "e": True})
        # What lies beside is not heard.
        database("/other").set(1)
        database().update({"heard/a": 4})
        assert changes.next().data in ({"a": 4}, 4)
        database().delete()
        assert changes.next() == ("put", "/", None)


@closes_listeners
def test_listeners_of_many(database):
    reference = database("/heard")
    with Changes(reference) as first, Changes(reference) as second:
        assert first.next() == second.next() == ("put", "/", None)
        for n in range(50):
            reference.child(str(n)).set(n)
        expected = [("put", f"/{n}", n) for n in range(50)]
        assert [first.next() for _ in range(50)] == expected
        assert [second.next() for _ in range(50)] == expected
