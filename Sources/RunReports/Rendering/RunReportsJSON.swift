import Diagnostics
package import StructuredText

/// The reports of several workloads as one document. One workload is its report; several keep the same keys: `variants`
/// lists those of all, each naming its workload, and `workloads` has the reports whole.
package struct RunReportsJSON {
  /// The version of the form of several; each of `workloads` names its own.
  package static let schema: Int64 = 1

  private let reports: [(report: RunReport, outcome: String?)]

  /// - Parameter reports: each with how its command ended; nil: as the report itself says.
  package init(_ reports: [(report: RunReport, outcome: String?)]) { self.reports = reports }

  /// - Parameters:
  ///   - outcome: of all together.
  ///   - unread: findings of workloads that could not be read.
  package func value(outcome: String, unread: [JSONValue] = [], isSingle: Bool) -> JSONValue {
    if isSingle, reports.count == 1, let only = reports.first { return only.report.json(outcome: outcome) }
    let rendered = reports.map { ($0.report.workload, $0.report.json(outcome: $0.outcome)) }
    return .object([
      .init("schema", .integer(Self.schema)),
      .init("outcome", .string(outcome)),
      .init("variants", .array(rendered.flatMap { name, report in report.elements("variants", naming: name) })),
      .init(
        "findings", .array(rendered.flatMap { name, report in report.elements("findings", naming: name) } + unread)),
      .init("workloads", .array(rendered.map(\.1))),
    ])
  }
}

extension JSONValue {
  package var list: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// The elements of a list of an object, each with the workload it belongs to.
  fileprivate func elements(_ key: String, naming workload: String) -> [JSONValue] {
    guard case .object(let members) = self, let value = members.first(where: { $0.key == key })?.value else {
      return []
    }
    return value.list.map { element in
      guard case .object(let members) = element else { return element }
      return .object(members + [.init("workload", .string(workload))])
    }
  }
}
