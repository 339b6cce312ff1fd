"""What tools ask that know none of the services: health and reflection."""

import grpc
import pytest
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

SERVICES = [
    "google.firestore.admin.v1.FirestoreAdmin", "google.firestore.v1.Firestore", "google.longrunning.Operations",
    "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"]


@pytest.fixture
def channel(emulator):
    with grpc.insecure_channel(emulator.address) as channel:
        yield channel


@pytest.mark.parametrize("service", ["", *SERVICES])
def test_everything_that_is_served_is_healthy(channel, service):
    answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service=service), timeout=10)
    assert answer.status == health_pb2.HealthCheckResponse.SERVING


def test_the_health_of_nothing(channel):
    stub = health_pb2_grpc.HealthStub(channel)
    with pytest.raises(grpc.RpcError) as refusal:
        stub.Check(health_pb2.HealthCheckRequest(service="none"), timeout=10)
    assert refusal.value.code() == grpc.StatusCode.NOT_FOUND
    watched = stub.Watch(health_pb2.HealthCheckRequest(service="none"), timeout=10)
    assert next(watched).status == health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
    watched.cancel()


def test_health_is_watched_until_the_end(start_emulator):
    served = start_emulator()
    with grpc.insecure_channel(served.address) as channel:
        watched = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=20)
        assert next(watched).status == health_pb2.HealthCheckResponse.SERVING
        assert served.stop() == 0
        with pytest.raises(grpc.RpcError) as end:
            next(watched)
        assert end.value.code() == grpc.StatusCode.UNAVAILABLE


def test_services_describe_themselves(channel):
    database = ProtoReflectionDescriptorDatabase(channel)
    assert sorted(database.get_services()) == SERVICES
    pool = DescriptorPool(database)
    for name in SERVICES:
        assert pool.FindServiceByName(name).methods
    commit = pool.FindServiceByName("google.firestore.v1.Firestore").methods_by_name["Commit"]
    assert [field.name for field in commit.input_type.fields][:2] == ["database", "writes"]
    assert pool.FindMessageTypeByName("google.firestore.v1.StructuredQuery.Filter")
    with pytest.raises(KeyError):
        pool.FindServiceByName("google.firestore.v1.Nothing")


def test_reflection_in_both_versions(channel):
    def ask(version, *requests):
        method = channel.stream_stream(
            f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
            request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
            response_deserializer=reflection_pb2.ServerReflectionResponse.FromString)
        return list(method(iter(requests), timeout=10))

    requests = [
        reflection_pb2.ServerReflectionRequest(host="h", list_services=""),
        reflection_pb2.ServerReflectionRequest(file_containing_symbol="google.firestore.v1.Firestore.Commit"),
        reflection_pb2.ServerReflectionRequest(file_by_filename="google/protobuf/timestamp.proto"),
        reflection_pb2.ServerReflectionRequest(file_by_filename="none.proto"),
        reflection_pb2.ServerReflectionRequest()]
    answers = {version: ask(version, *requests) for version in ("v1", "v1alpha")}
    assert answers["v1"] == answers["v1alpha"]
    kinds = [answer.WhichOneof("message_response") for answer in answers["v1"]]
    assert kinds == [
        "list_services_response", "file_descriptor_response", "file_descriptor_response", "error_response",
        "error_response"]
    assert answers["v1"][0].valid_host == "h" and answers["v1"][0].original_request == requests[0]
    assert answers["v1"][3].error_response.error_code == grpc.StatusCode.NOT_FOUND.value[0]


def test_what_is_not_served_says_so(channel):
    call = channel.unary_unary("/google.firestore.admin.v1.FirestoreAdmin/ListBackups")
    with pytest.raises(grpc.RpcError) as refusal:
        call(b"", timeout=10)
    assert refusal.value.code() == grpc.StatusCode.UNIMPLEMENTED
    assert "FB8001" in refusal.value.details() and "ListBackups" in refusal.value.details()
