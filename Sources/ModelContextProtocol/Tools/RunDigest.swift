import StructuredText

/// The figures of a report of a run that answer a question about cost: by variant and operation, without days and hours.
enum RunDigest {
  private static let report = [
    "outcome", "workload", "period", "book", "variants", "budgets", "assertions", "findings", "workloads",
  ]
  private static let variant = [
    "name", "workload", "standing", "reads", "writes", "deletes", "egressBytes", "realtimeBytes", "users", "refused",
    "documentsShown", "shortcomings", "monthlyCost", "correctness", "waste", "operations",
  ]
  private static let operation = [
    "name", "shape", "calls", "reads", "writes", "deletes", "readsPerCall", "plan", "source",
  ]

  static func of(_ value: JSONValue) -> JSONValue {
    var digest = value.keeping(report)
    // Of several workloads each has all that is its own.
    if digest.member("workloads") != nil { digest = digest.keeping(["outcome", "findings", "workloads"]) }
    return digest.changing("variants", variants).changing("workloads") { .array($0.elements.map(of)) }
  }

  private static func variants(_ value: JSONValue) -> JSONValue {
    .array(
      value.elements.map { element in
        element.keeping(variant)
          .changing("monthlyCost") { $0.keeping(["amount", "currency", "parts"]) }
          .changing("operations") { .array($0.elements.map { $0.keeping(operation) }) }
      })
  }
}
