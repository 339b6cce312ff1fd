package import Diagnostics
import FirestoreModel
import QueryModel
import Workloads

/// Looks at the values that a query was really filled with: whether they can match anything in the collection.
package struct BoundCheck {
  /// What was seen of one operand; the same again needs no second look.
  private struct Seen: Hashable {
    var span: Span
    var path: FieldPath
    var bracket: TypeBracket
    var isFar: Bool
  }

  private let written: WrittenFields
  var end: Timestamp
  private var seen: Set<Seen> = []

  init(written: WrittenFields, end: Timestamp) {
    self.written = written
    self.end = end
  }

  package struct Finding: Hashable {
    package var code: DiagnosticCode
    package var message: String
    package var span: Span
    package var help: String?
  }

  mutating func findings(on query: Query, _ template: QueryTemplate) -> [Finding] {
    guard let filter = query.filter else { return [] }
    var findings: [Finding] = []
    for comparison in filter.comparisons {
      guard case .value(let value) = comparison.operand else { continue }
      let isFar = isFar(value)
      let look = Seen(span: template.span, path: comparison.path, bracket: value.typeBracket, isFar: isFar)
      guard seen.insert(look).inserted, !comparison.path.isDocumentName else { continue }
      let types = types(of: comparison.path, query)
      if !types.isEmpty, !types.contains(value.typeBracket) {
        findings.append(neverMatches(comparison, value, types, template))
      }
      if isFar, types.isEmpty || types.contains(.timestamp) { findings.append(farAway(comparison, template)) }
    }
    return findings
  }

  /// FB1012: values of different types are never equal, greater or smaller.
  private func neverMatches(
    _ comparison: FieldFilter, _ value: Value, _ types: Set<TypeBracket>, _ template: QueryTemplate
  ) -> Finding {
    let stored = types.sorted().map(\.name).joined(separator: " or ")
    return Finding(
      code: .filterTypeNeverMatches,
      message: "`\(comparison.path)` holds \(stored), but is compared with \(value.typeBracket.name): nothing matches",
      span: template.span, help: "compare with a value of the stored type")
  }

  /// FB1014: a time years behind the simulated period, as comes of milliseconds taken for seconds.
  private func farAway(_ comparison: FieldFilter, _ template: QueryTemplate) -> Finding {
    Finding(
      code: .suspiciousTimeUnit,
      message: "`\(comparison.path)` is compared with a time more than a year after the end of the run",
      span: template.span, help: "are milliseconds taken for seconds?")
  }

  private func isFar(_ value: Value) -> Bool {
    guard case .timestamp(let time) = value else { return false }
    return time > end.advanced(by: .days(366))
  }

  private func types(of field: FieldPath, _ query: Query) -> Set<TypeBracket> {
    written.origins(of: query).reduce(into: []) { $0.formUnion($1.fields[field] ?? []) }
  }
}

extension Filter {
  /// Equalities and ranges, whose operand has to be of the stored type.
  fileprivate var comparisons: [FieldFilter] {
    switch self {
    case .field(let filter):
      switch filter.op {
      case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal: [filter]
      case .notEqual, .arrayContains, .in, .arrayContainsAny, .notIn: []
      }
    case .unary: []
    case .and(let parts), .or(let parts): parts.flatMap(\.comparisons)
    }
  }
}
