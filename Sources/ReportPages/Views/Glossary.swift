/// Words of the reports whose meaning a resting pointer is told.
enum Glossary {
  static let meanings = [
    "Reads":
      "Documents that are billed as read: a query bills every document that it answers, and one where it finds none",
    "Reads per call": "Billed reads of one call, in the median",
    "Made of": """
    documents: answered for the first time. re-issued: read again because a listener began anew, after 30 minutes \
    away or without a store on the device. rule reads: what security rules look up. missing: asked for and not there.
    """,
    "Missed": "Documents that should have been shown and were not",
    "Stale": "Documents that were shown in an old version",
    "Duplicates": "Documents that were shown twice",
    "Denied": "Requests that the security rules refuse",
    "Change": "Against the first variant",
    "Sent": "Bytes from the service to clients",
    "Average stored": "Bytes of documents and index entries, on average over the period",
    "Calls": "How often the step ran",
    "Share": "Of all reads of the variant",
    "Bill a month": "By the list prices named below, the free quota taken off",
    "Without effect": "Writes that changed nothing and are billed all the same",
  ]
}
