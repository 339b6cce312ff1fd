"""A small program with queries that need indexes; it knows nothing of the emulator but what the environment says."""

from google.cloud import firestore
from google.cloud.firestore_v1.base_aggregation import SumAggregation

client = firestore.Client()
orders = client.collection("orders")
for n in range(12):
    orders.document(f"o{n:02}").set({"status": ["new", "paid"][n % 2], "total": n, "tags": [f"t{n % 3}"]})
    client.document(f"users/u{n % 2}/reviews/r{n:02}").set({"stars": n % 5})


def where(query, field, operator, value):
    return query.where(filter=firestore.FieldFilter(field, operator, value))


found = {
    "largest paid": [d.id for d in where(orders, "status", "==", "paid").order_by("total", direction="DESCENDING").limit(2).stream()],
    "tagged": [d.id for d in where(orders, "tags", "array_contains", "t1").order_by("total").stream()],
    "good reviews": sorted(d.id for d in where(client.collection_group("reviews"), "stars", ">=", 4).stream()),
}
totals = where(orders, "status", "==", "new").sum("total", alias="sum").get()
found["sum of new"] = totals[0][0].value

assert found == {
    "largest paid": ["o11", "o09"], "tagged": ["o01", "o04", "o07", "o10"], "good reviews": ["r04", "r09"],
    "sum of new": 30,
}, found
print("all queries answered")
