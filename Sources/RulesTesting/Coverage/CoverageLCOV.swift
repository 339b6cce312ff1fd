import Diagnostics
import FirestoreRulesEvaluator

extension CoverageSummary {
  /// Lines of conditions and functions, and both sides of each condition as branches.
  package var lcov: String { reports.map(\.lcov).joined() }
}

extension CoverageReport {
  fileprivate var lcov: String {
    let table = LineTable(source)
    var counts: [Int: Int] = [:]
    func add(_ node: Node) {
      let line = table.position(of: node.span.start).line
      counts[line] = max(counts[line] ?? 0, node.values.reduce(0) { $0 + $1.count })
      node.children.forEach(add)
    }
    roots.forEach(add)
    var lines = ["TN:", "SF:\(source.path)"]
    for (index, condition) in conditions.enumerated() {
      let line = table.position(of: condition.span.start).line
      let isEvaluated = condition.isTrue + condition.isFalse > 0
      lines.append("BRDA:\(line),\(index),0,\(isEvaluated ? String(condition.isTrue) : "-")")
      lines.append("BRDA:\(line),\(index),1,\(isEvaluated ? String(condition.isFalse) : "-")")
    }
    let taken = conditions.reduce(0) { $0 + ($1.isTrue > 0 ? 1 : 0) + ($1.isFalse > 0 ? 1 : 0) }
    lines += ["BRF:\(conditions.count * 2)", "BRH:\(taken)"]
    lines += counts.sorted { $0.key < $1.key }.map { "DA:\($0.key),\($0.value)" }
    lines += ["LF:\(counts.count)", "LH:\(counts.values.count { $0 > 0 })", "end_of_record"]
    return lines.joined(separator: "\n") + "\n"
  }
}
