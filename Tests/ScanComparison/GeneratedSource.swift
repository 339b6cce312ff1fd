package import Diagnostics

/// Code that grows in one direction, for which scanners must not take more than in proportion to its length.
package enum GeneratedSource: String, CaseIterable, Sendable {
  /// Conditions one after the other in one function, each with a request.
  case conditions
  /// Conditions one after the other, each of which may leave the function.
  case returns
  /// Methods of one class that put together a query of 16 optional filters.
  case filters
  /// Functions that call one and the same.
  case callers
  /// Functions that call one and the same, which asks under a condition on what it gets.
  case choosers
  /// Functions that call the next one, down to the one that asks.
  case chain
  /// Functions that call two others of them.
  case recursion
  /// Functions that have nothing to do with one another.
  case functions

  package func source(_ count: Int) -> SourceText {
    SourceText(path: "generated.py", text: Self.head + lines(count).joined(separator: "\n") + "\n")
  }

  private static let head = "from google.cloud import firestore\ndb = firestore.Client()\n"

  private func lines(_ count: Int) -> [String] {
    switch self {
    case .conditions: ["def ask(a):"] + (0..<count).map { "  if a.f\($0): db.collection(\"c\($0)\").get()" }
    case .returns:
      ["def ask(a):"] + (0..<count).map { "  if a.f\($0): return db.collection(\"c\($0)\").get()" }
    case .filters: ["class Filters:"] + (0..<count).flatMap(Self.method)
    case .callers:
      ["def ask(name):", "  return db.collection(\"users\").document(name).get()"]
        + (0..<count).flatMap { ["def f\($0)():", "  return ask(\"n\($0)\")"] }
    case .choosers:
      ["def ask(kind, name):", "  if kind == \"a\": db.collection(\"a\").get()", "  db.collection(name).get()"]
        + (0..<count).flatMap { ["def f\($0)():", "  return ask(\"k\($0)\", \"c\($0 % 10)\")"] }
    case .chain:
      (0..<count).flatMap { ["def f\($0)(name):", "  return f\($0 + 1)(name)"] }
        + ["def f\(count)(name):", "  return db.collection(name).get()", "f0(\"users\")"]
    case .recursion:
      (0..<count).flatMap { place in
        [
          "def f\(place)(name):", "  db.collection(\"c\(place)\").document(name).get()",
          "  f\((place + 1) % count)(name)", "  f\((place * 7 + 3) % count)(name)",
        ]
      }
    case .functions:
      (0..<count).flatMap { ["def f\($0)(a, b):", "  c = a + b", "  return c if a else b"] }
    }
  }

  private static func method(_ place: Int) -> [String] {
    ["  def m\(place)(self, a):", "    q = db.collection(\"c\(place)\")"]
      + (0..<16).map { "    if a.f\($0): q = q.where(\"f\($0)\", \"==\", a.f\($0))" } + ["    return q.get()"]
  }
}
