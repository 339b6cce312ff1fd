"""find_nearest, with the vector indexes of the project."""

import pytest
from google.api_core import exceptions
from google.cloud.firestore_v1 import FieldFilter
from google.cloud.firestore_v1.base_vector_query import DistanceMeasure
from google.cloud.firestore_v1.vector import Vector

PLACES = {
    "v01": [1, 0, 0], "v02": [0, 1, 0], "v03": [0, 0, 1], "v04": [1, 1, 0], "v05": [-1, 0, 0], "v06": [1, 2],
    "v10": [2, 0, 0], "v11": [0.5, 0.5, 0.5],
}


@pytest.fixture
def places(client):
    collection = client.collection("places")
    batch = client.batch()
    for n, (id, vector) in enumerate(PLACES.items()):
        batch.set(collection.document(id), {"at": Vector([float(x) for x in vector]), "kind": "even" if n % 2 == 0 else "odd"})
    batch.set(collection.document("v07"), {"at": [1.0, 2.0, 3.0], "kind": "even"})
    batch.set(collection.document("v08"), {"kind": "even"})
    batch.commit()
    return collection


def nearest(query, measure, vector=(1.0, 0.0, 0.0), limit=3, **options):
    return query.find_nearest("at", Vector(list(vector)), limit=limit, distance_measure=measure, **options)


def ids(query):
    return [document.id for document in query.get()]


def test_measures(places):
    assert ids(nearest(places, DistanceMeasure.EUCLIDEAN)) == ["v01", "v11", "v04"]
    assert ids(nearest(places, DistanceMeasure.COSINE)) == ["v01", "v10", "v04"]
    assert ids(nearest(places, DistanceMeasure.DOT_PRODUCT, limit=2)) == ["v10", "v01"]
    assert ids(nearest(places, DistanceMeasure.EUCLIDEAN, limit=100)) == ["v01", "v11", "v04", "v10", "v02", "v03", "v05"]


def test_threshold_and_distances(places):
    query = nearest(
        places, DistanceMeasure.EUCLIDEAN, limit=10, distance_threshold=1.0, distance_result_field="distance"
    )
    found = {document.id: document.to_dict()["distance"] for document in query.stream()}
    assert found == {"v01": 0.0, "v11": pytest.approx(0.75**0.5), "v04": 1.0, "v10": 1.0}
    dot = nearest(places, DistanceMeasure.DOT_PRODUCT, limit=10, distance_threshold=1.0)
    assert ids(dot) == ["v10", "v01", "v04"]


def test_filtered(places):
    odd = places.where(filter=FieldFilter("kind", "==", "odd"))
    assert ids(nearest(odd, DistanceMeasure.EUCLIDEAN)) == ["v11", "v04", "v02"]


def test_needs_an_index(client, places, project):
    with pytest.raises(exceptions.FailedPrecondition) as refusal:
        ids(nearest(places, DistanceMeasure.EUCLIDEAN, vector=(1.0, 0.0)))
    assert refusal.value.message.split("\n")[0] == (
        "Missing vector index configuration. Please create the required index with the following gcloud command: "
        f"gcloud firestore indexes composite create --project={project} --collection-group=places "
        """--query-scope=COLLECTION --field-config=vector-config='{"dimension":"2","flat": "{}"}',field-path=at"""
    )
    other = client.collection("elsewhere")
    other.document("a").set({"at": Vector([1.0, 0.0, 0.0])})
    with pytest.raises(exceptions.FailedPrecondition):
        ids(nearest(other, DistanceMeasure.EUCLIDEAN))


def test_refusals(places):
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        ids(nearest(places, DistanceMeasure.EUCLIDEAN, limit=1001))
    assert refusal.value.message == "FindNearest.limit must be a positive integer of no more than 1000"
    with pytest.raises(exceptions.InvalidArgument) as refusal:
        ids(nearest(places.limit(1), DistanceMeasure.EUCLIDEAN))
    assert refusal.value.message == "A query limit cannot be used with FindNearest"


def test_as_many_dimensions_as_models_make(client):
    """2,048 dimensions are stored, indexed by themselves and behind a filter, and found by every measure."""
    collection = client.collection("embeddings")
    for n in range(4):
        vector = Vector([float(n + 1) if place == n else 0.0 for place in range(2048)])
        collection.document(f"e{n}").set({"at": vector, "again": vector, "kind": "even" if n % 2 == 0 else "odd"})
    target = [1.0 if place in (0, 2) else 0.0 for place in range(2048)]
    assert collection.document("e3").get().get("at").to_map_value()["value"][3] == 4.0
    assert ids(nearest(collection, DistanceMeasure.EUCLIDEAN, target, limit=2)) == ["e0", "e2"]
    assert ids(nearest(collection, DistanceMeasure.DOT_PRODUCT, target, limit=1)) == ["e2"]
    cosine = nearest(collection, DistanceMeasure.COSINE, target, limit=4, distance_threshold=0.5, distance_result_field="d")
    assert {document.id: document.get("d") for document in cosine.stream()} == {
        "e0": pytest.approx(1 - 0.5**0.5), "e2": pytest.approx(1 - 0.5**0.5)
    }
    odd = collection.where(filter=FieldFilter("kind", "==", "odd"))
    assert ids(nearest(odd, DistanceMeasure.DOT_PRODUCT, target, limit=5)) == ["e1", "e3"]


def test_more_dimensions_are_refused(client):
    with pytest.raises(exceptions.InvalidArgument):
        client.document("embeddings/large").set({"at": Vector([0.0] * 2049)})
