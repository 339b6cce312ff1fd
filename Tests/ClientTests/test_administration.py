"""Google's client for the administration of databases, and its long-running operations, over gRPC; the same over REST."""

import json
import shutil
import urllib.error
import urllib.request

import grpc
import pytest
from google.api_core import exceptions
from google.cloud.firestore_admin_v1 import FirestoreAdminClient
from google.cloud.firestore_admin_v1.services.firestore_admin.transports import FirestoreAdminGrpcTransport
from google.cloud.firestore_admin_v1.types import Database, Field, Index
from google.cloud.firestore_v1 import FieldFilter
from google.cloud.firestore_v1.base_query import BaseQuery

from conftest import PROJECT

OWNER = [("authorization", "Bearer owner")]


@pytest.fixture
def served(start_emulator, tmp_path):
    return start_emulator(project_folder=shutil.copytree(PROJECT, tmp_path / "administered"))


class Admin:
    """Every request as the owner."""

    def __init__(self, address):
        self.client = FirestoreAdminClient(transport=FirestoreAdminGrpcTransport(channel=grpc.insecure_channel(address)))

    def __getattr__(self, method):
        return lambda metadata=OWNER, **request: getattr(self.client, method)(request=request, metadata=metadata)


@pytest.fixture
def admin(served):
    return Admin(served.address)


@pytest.fixture
def database(project):
    return f"projects/{project}/databases/(default)"


def rest(served, method, path, body=None, **headers):
    request = urllib.request.Request(
        f"http://{served.address}/v1/{path}", method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": "Bearer owner", **headers})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


def index_file(served):
    return json.loads((served.project_folder / "firestore.indexes.json").read_text())


def ordered(index):
    return [(field.field_path, field.order.name if "order" in field else "VECTOR") for field in index.fields]


def test_indexes_come_from_the_file_and_go_to_it(served, admin, database, project):
    found = list(admin.list_indexes(parent=f"{database}/collectionGroups/people"))
    assert [ordered(index) for index in found] == [
        [("city", "ASCENDING"), ("age", "ASCENDING"), ("__name__", "ASCENDING")],
        [("city", "ASCENDING"), ("age", "DESCENDING"), ("__name__", "DESCENDING")],
        [("age", "ASCENDING"), ("height", "ASCENDING"), ("__name__", "ASCENDING")]]
    assert {(index.state, index.query_scope) for index in found} == {(Index.State.READY, Index.QueryScope.COLLECTION)}
    assert len(list(admin.list_indexes(parent=f"{database}/collectionGroups/-"))) == 7
    assert admin.get_index(name=found[0].name) == found[0]

    client = served.client(project)
    query = client.collection("shoes").where(filter=FieldFilter("size", "==", 42)).order_by(
        "price", direction=BaseQuery.DESCENDING)
    with pytest.raises(exceptions.FailedPrecondition):
        query.get()
    definition = {"query_scope": "COLLECTION", "fields": [
        {"field_path": "size", "order": "ASCENDING"}, {"field_path": "price", "order": "DESCENDING"}]}
    operation = admin.create_index(parent=f"{database}/collectionGroups/shoes", index=definition)
    made = operation.result(timeout=20)
    assert ordered(made) == [("size", "ASCENDING"), ("price", "DESCENDING"), ("__name__", "DESCENDING")]
    assert operation.metadata.index == made.name and operation.metadata.state.name == "SUCCESSFUL"
    assert query.get() == []
    assert index_file(served)["indexes"][-1] == {"collectionGroup": "shoes", "queryScope": "COLLECTION", "fields": [
        {"fieldPath": "size", "order": "ASCENDING"}, {"fieldPath": "price", "order": "DESCENDING"}]}
    with pytest.raises(exceptions.AlreadyExists):
        admin.create_index(parent=f"{database}/collectionGroups/shoes", index=definition)

    admin.delete_index(name=made.name)
    assert len(index_file(served)["indexes"]) == 7
    with pytest.raises(exceptions.FailedPrecondition):
        query.get()
    with pytest.raises(exceptions.NotFound):
        admin.get_index(name=made.name)
    client.close()


@pytest.mark.parametrize("fields", [
    [], [{"field_path": "a"}], [{"field_path": "", "order": "ASCENDING"}, {"field_path": "b", "order": "ASCENDING"}],
], ids=["none", "no mode", "no path"])
def test_what_a_deploy_refuses_is_no_index(served, admin, database, fields):
    before = index_file(served)
    with pytest.raises(exceptions.InvalidArgument):
        admin.create_index(
            parent=f"{database}/collectionGroups/c", index={"query_scope": "COLLECTION", "fields": fields})
    assert index_file(served) == before


def test_fields(served, admin, database):
    group = f"{database}/collectionGroups/comments"
    stars = admin.get_field(name=f"{group}/fields/stars")
    assert [index.query_scope.name for index in stars.index_config.indexes] == ["COLLECTION"] * 3 + ["COLLECTION_GROUP"]
    assert not stars.index_config.uses_ancestor_config
    usual = admin.get_field(name=f"{group}/fields/text")
    assert usual.index_config.uses_ancestor_config
    assert usual.index_config.ancestor_field == f"{database}/collectionGroups/__default__/fields/*"
    assert len(usual.index_config.indexes) == 3

    operation = admin.update_field(
        field={"name": f"{group}/fields/text", "index_config": {"indexes": []}}, update_mask={"paths": ["index_config"]})
    exempt = operation.result(timeout=20)
    assert list(exempt.index_config.indexes) == [] and not exempt.index_config.uses_ancestor_config
    assert [delta.change_type.name for delta in operation.metadata.index_config_deltas] == ["REMOVE"] * 3
    expiring = admin.update_field(
        field={"name": f"{group}/fields/until", "ttl_config": {}}, update_mask={"paths": ["ttl_config"]}).result(timeout=20)
    assert expiring.ttl_config.state == Field.TtlConfig.State.ACTIVE and len(expiring.index_config.indexes) == 3
    assert index_file(served)["fieldOverrides"][1:] == [
        {"collectionGroup": "comments", "fieldPath": "text", "indexes": []},
        {"collectionGroup": "comments", "fieldPath": "until", "ttl": True, "indexes": [
            {"order": "ASCENDING", "queryScope": "COLLECTION"}, {"order": "DESCENDING", "queryScope": "COLLECTION"},
            {"arrayConfig": "CONTAINS", "queryScope": "COLLECTION"}]}]

    def listed(filter):
        fields = admin.list_fields(parent=f"{database}/collectionGroups/-", filter=filter)
        return [field.name.removeprefix(f"{database}/collectionGroups/") for field in fields]

    assert listed("ttlConfig:*") == ["comments/fields/until"]
    assert listed("indexConfig.usesAncestorConfig=false OR ttlConfig:*") == [
        "__default__/fields/*", "comments/fields/stars", "comments/fields/text", "comments/fields/until"]
    with pytest.raises(exceptions.InvalidArgument):
        listed("name:x")

    admin.update_field(field={"name": f"{group}/fields/text"}, update_mask={"paths": ["index_config"]}).result(timeout=20)
    admin.update_field(field={"name": f"{group}/fields/until"}, update_mask={"paths": ["ttl_config"]}).result(timeout=20)
    assert admin.get_field(name=f"{group}/fields/text").index_config.uses_ancestor_config
    assert admin.get_field(name=f"{group}/fields/until").ttl_config == Field.TtlConfig()


def test_databases(served, admin, project):
    parent = f"projects/{project}"

    def names():
        return [database.name for database in admin.list_databases(parent=parent).databases]

    assert names() == [f"{parent}/databases/(default)"]
    database = admin.get_database(name=f"{parent}/databases/(default)")
    assert database.type_ == Database.DatabaseType.FIRESTORE_NATIVE
    assert database.concurrency_mode == Database.ConcurrencyMode.PESSIMISTIC
    with pytest.raises(exceptions.NotFound):
        admin.get_database(name=f"{parent}/databases/second")
    made = admin.create_database(
        parent=parent, database_id="second", database={"concurrency_mode": "OPTIMISTIC"}).result(timeout=20)
    assert made.name == f"{parent}/databases/second"
    assert made.concurrency_mode == Database.ConcurrencyMode.OPTIMISTIC
    assert names() == [f"{parent}/databases/(default)", f"{parent}/databases/second"]
    with pytest.raises(exceptions.AlreadyExists):
        admin.create_database(parent=parent, database_id="second", database={})
    with pytest.raises(exceptions.MethodNotImplemented, match="FB8001"):
        admin.create_database(parent=parent, database_id="third", database={"type_": "DATASTORE_MODE"})
    with pytest.raises(exceptions.MethodNotImplemented, match="FB8001"):
        admin.delete_database(name=made.name)


def test_concurrency_mode_decides_who_waits(served, admin, project):
    """Pessimistic, a write waits for the transaction that has read; optimistic, the transaction fails."""
    client = served.client(project)
    stub, root = served.stub(), f"projects/{project}/databases/(default)"
    document = f"{root}/documents/c/d"

    def read_in_transaction():
        begun = stub.begin_transaction({"database": root, "options": {"read_write": {}}}, metadata=OWNER).transaction
        list(stub.batch_get_documents(
            {"database": root, "documents": [document], "transaction": begun}, metadata=OWNER))
        return begun

    client.document("c/d").set({"n": 0})
    mode = admin.update_database(
        database={"name": root, "concurrency_mode": "OPTIMISTIC"}, update_mask={"paths": ["concurrency_mode"]})
    assert mode.result(timeout=20).concurrency_mode == Database.ConcurrencyMode.OPTIMISTIC
    begun = read_in_transaction()
    client.document("c/d").set({"n": 1}, timeout=5)
    with pytest.raises(exceptions.Aborted):
        stub.commit({"database": root, "transaction": begun, "writes": [
            {"update": {"name": document, "fields": {"n": {"integer_value": 9}}}}]}, metadata=OWNER)
    admin.update_database(
        database={"name": root, "concurrency_mode": "PESSIMISTIC"}, update_mask={"paths": ["concurrency_mode"]})
    begun = read_in_transaction()
    with pytest.raises(exceptions.DeadlineExceeded):
        stub.commit({"database": root, "writes": [{"update": {"name": document}}]}, metadata=OWNER, timeout=0.5)
    stub.rollback({"database": root, "transaction": begun}, metadata=OWNER)
    with pytest.raises(exceptions.MethodNotImplemented, match="FB8001"):
        admin.update_database(database={"name": root}, update_mask={"paths": ["delete_protection_state"]})
    client.close()


def test_documents_go_to_a_folder_and_come_back(served, admin, database, project, tmp_path):
    client = served.client(project)
    for n in range(5):
        client.document(f"c/d{n}").set({"n": n})
        client.document(f"c/d{n}/sub/x").set({})
    folder = tmp_path / "exported"
    operation = admin.export_documents(name=database, output_uri_prefix=f"file://{folder}")
    assert operation.result(timeout=20).output_uri_prefix == f"file://{folder}"
    assert operation.metadata.operation_state.name == "SUCCESSFUL"
    admin.bulk_delete_documents(name=database, collection_ids=["c"]).result(timeout=20)
    assert list(client.collection("c").stream()) == []
    assert len(list(client.collection_group("sub").stream())) == 5
    with pytest.raises(exceptions.InvalidArgument, match="without any of them nothing is deleted"):
        admin.bulk_delete_documents(name=database)
    assert len(list(client.collection_group("sub").stream())) == 5
    admin.bulk_delete_documents(name=database, collection_ids=["sub"]).result(timeout=20)
    assert list(client.collection_group("sub").stream()) == []
    admin.import_documents(name=database, input_uri_prefix=f"file://{folder}").result(timeout=20)
    assert {found.id: found.to_dict() for found in client.collection("c").stream()} == {f"d{n}": {"n": n} for n in range(5)}

    failing = admin.import_documents(name=database, input_uri_prefix=str(tmp_path / "nothing"))
    with pytest.raises(exceptions.GoogleAPICallError):
        failing.result(timeout=20)
    assert failing.metadata.operation_state.name == "FAILED"
    with pytest.raises(exceptions.MethodNotImplemented, match="Cloud Storage"):
        admin.export_documents(name=database, output_uri_prefix="gs://bucket")
    with pytest.raises(exceptions.InvalidArgument):
        admin.export_documents(name=database, output_uri_prefix="relative")
    client.close()


def test_operations(served, admin, database):
    made = admin.bulk_delete_documents(name=database, collection_ids=["c"]).operation
    assert made.done
    assert admin.client.get_operation({"name": made.name}, metadata=OWNER) == made
    listed = admin.client.list_operations({"name": database}, metadata=OWNER)
    assert [operation.name for operation in listed.operations] == [made.name]
    admin.client.cancel_operation({"name": made.name}, metadata=OWNER)
    admin.client.delete_operation({"name": made.name}, metadata=OWNER)
    with pytest.raises(exceptions.NotFound):
        admin.client.get_operation({"name": made.name}, metadata=OWNER)


def test_the_same_over_rest(served, database, project, tmp_path):
    group = f"{database}/collectionGroups/shoes"
    definition = {"queryScope": "COLLECTION_GROUP", "fields": [
        {"fieldPath": "size", "order": "ASCENDING"}, {"fieldPath": "tags", "arrayConfig": "CONTAINS"}]}
    status, operation = rest(served, "POST", f"{group}/indexes", definition)
    assert status == 200 and operation["done"]
    assert operation["metadata"]["@type"] == "type.googleapis.com/google.firestore.admin.v1.IndexOperationMetadata"
    made = operation["response"]
    assert made.pop("@type") == "type.googleapis.com/google.firestore.admin.v1.Index"
    assert made["fields"] == [*definition["fields"], {"fieldPath": "__name__", "order": "ASCENDING"}]
    assert rest(served, "GET", f"{group}/indexes") == (200, {"indexes": [made]})
    assert rest(served, "GET", operation["name"])[1] == operation | {"response": {
        "@type": "type.googleapis.com/google.firestore.admin.v1.Index", **made}}
    assert rest(served, "DELETE", made["name"]) == (200, {})
    status, refusal = rest(served, "POST", f"{group}/indexes", {**definition, "fieldz": []})
    assert (status, refusal["error"]["status"]) == (400, "INVALID_ARGUMENT") and "fieldz" in refusal["error"]["message"]
    status, operation = rest(
        served, "PATCH", f"{group}/fields/until?updateMask=ttlConfig", {"ttlConfig": {}})
    assert (status, operation["response"]["ttlConfig"]) == (200, {"state": "ACTIVE"})
    status, found = rest(served, "PATCH", f"{database}?updateMask=concurrencyMode", {"concurrencyMode": "OPTIMISTIC"})
    assert (status, found["response"]["concurrencyMode"]) == (200, "OPTIMISTIC")
    status, found = rest(served, "GET", f"projects/{project}/databases")
    assert [one["name"] for one in found["databases"]] == [database]
    assert rest(served, "POST", f"{database}:exportDocuments", {"outputUriPrefix": f"file://{tmp_path}/out"})[0] == 200
    assert (tmp_path / "out").is_dir()
    status, refusal = rest(
        served, "POST", f"{database}:exportDocuments", {"outputUriPrefix": f"file://{tmp_path}/page"},
        origin="http://localhost:3000")
    assert (status, refusal["error"]["status"]) == (403, "PERMISSION_DENIED") and not (tmp_path / "page").exists()
    status, refusal = rest(served, "GET", f"{database}/backupSchedules")
    assert (status, refusal["error"]["status"]) == (501, "UNIMPLEMENTED") and "FB8001" in refusal["error"]["message"]


@pytest.mark.parametrize("credentials", [
    [], [("authorization", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.")]], ids=["nobody", "user"])
def test_end_users_look_after_nothing(served, admin, database, credentials):
    before = index_file(served)
    for call in [
        lambda: admin.list_indexes(metadata=credentials, parent=f"{database}/collectionGroups/-"),
        lambda: admin.create_index(metadata=credentials, parent=f"{database}/collectionGroups/c", index={}),
        lambda: admin.bulk_delete_documents(metadata=credentials, name=database, collection_ids=["c"]),
        lambda: admin.client.list_operations({"name": database}, metadata=credentials),
    ]:
        with pytest.raises(exceptions.PermissionDenied):
            call()
    assert index_file(served) == before


def test_a_database_without_an_index_file(start_emulator, tmp_path, database):
    folder = tmp_path / "bare"
    folder.mkdir()
    (folder / "firebase.json").write_text('{"firestore": {}}')
    admin = Admin(start_emulator(project_folder=folder).address)
    assert list(admin.list_indexes(parent=f"{database}/collectionGroups/-")) == []
    made = admin.create_index(parent=f"{database}/collectionGroups/c", index={"query_scope": "COLLECTION", "fields": [
        {"field_path": "a", "order": "ASCENDING"}, {"field_path": "b", "order": "ASCENDING"}]}).result(timeout=20)
    assert [index.name for index in admin.list_indexes(parent=f"{database}/collectionGroups/-")] == [made.name]
    with pytest.raises(exceptions.InvalidArgument, match="no query scope"):
        admin.create_index(parent=f"{database}/collectionGroups/c", index={"fields": [
            {"field_path": "a", "order": "ASCENDING"}, {"field_path": "c", "order": "ASCENDING"}]})
    admin.delete_index(name=made.name)
    assert list(admin.list_indexes(parent=f"{database}/collectionGroups/-")) == []
    assert sorted(path.name for path in folder.iterdir()) == ["firebase.json"]


def test_ids_of_new_databases(admin, database):
    project = database.partition("/databases/")[0]
    for refused in ["No", "abc", "UPPER-case", "a_b_c_d", "abcd-", "1bcd", "a" * 64,
                    "a1111111-1111-1111-1111-111111111111"]:
        with pytest.raises(exceptions.InvalidArgument, match="a new database may have"):
            admin.create_database(parent=project, database_id=refused, database={"type_": "FIRESTORE_NATIVE"})
    for taken in ["abcd", "a-b-1", "a" * 63]:
        made = admin.create_database(parent=project, database_id=taken, database={"type_": "FIRESTORE_NATIVE"})
        assert made.result(timeout=20).name == f"{project}/databases/{taken}"
