/// Words of the reports whose meaning a resting pointer is told: in few words, since a page has many tables.
enum Glossary {
  static let meanings = [
    "Reads": "Billed documents; a query that finds none bills one",
    "Reads per call": "Of one call, in the median",
    "Made of": "documents: first answers. re-issued: read again after 30 minutes away. rule reads: by security rules",
    "Missed": "Documents that should have been shown and were not",
    "Stale": "Documents that were shown in an old version",
    "Duplicates": "Documents that were shown twice",
    "Denied": "Requests that the security rules refuse",
    "Change": "Against the first variant",
    "Sent": "Bytes from the service to clients",
    "Average stored": "Bytes, index entries included",
    "Bill a month": "List prices, the free quota taken off",
    "Without effect": "Writes that changed nothing and are billed all the same",
  ]
}
