package import FirestoreModel
import FirestoreRulesLanguage

extension CompiledRules {
  /// The statements that apply to a request, in the order in which they are tried.
  ///
  /// A statement under several recursive wildcards appears once for each way to match. Where the path has unknown
  /// parts, a statement that applies only for some of their values is not certain: a literal segment that meets an
  /// unknown id, or, for a collection group, a header that fixes the depth.
  package func statements(
    for path: RequestPath, method: RulesMethod, database: Text
  ) -> [ApplicableStatement] {
    var head: [PathElement] = []
    head.reserveCapacity(3 + path.head.count + path.tail.count)
    head.append(.known(CompiledRules.databases))
    head.append(.known(database))
    head.append(.known(CompiledRules.documents))
    for segment in path.head { head.append(.known(segment)) }
    guard path.hasUnknownMiddle else {
      for segment in path.tail { head.append(segment.map(PathElement.known) ?? .unknown) }
      return matches(method, head)
    }
    let tail = path.tail.map { $0.map(PathElement.known) ?? .unknown }
    // Collection group queries need rules version 2.
    let certain = program.version == .two ? matches(method, head + [.unknownPairs] + tail) : []
    return withDepths(certain, method, head, tail)
  }

  private static let databases: Text = "databases"
  private static let documents: Text = "documents"

  private func matches(_ method: RulesMethod, _ elements: [PathElement]) -> [ApplicableStatement] {
    var matcher = PathMatcher(program, method: method, elements: elements)
    matcher.run()
    return matcher.found
  }

  /// Adds the statements that apply at some depth of a collection group, in source order.
  private func withDepths(
    _ certain: [ApplicableStatement], _ method: RulesMethod, _ head: [PathElement], _ tail: [PathElement]
  ) -> [ApplicableStatement] {
    var seen = Set(certain.map(\.statement))
    var all = certain
    let deepest = (program.statements.reduce(0) { max($0, $1.path.count) } - head.count - tail.count) / 2
    for pairs in 0...max(0, deepest) {
      let middle = Array(repeating: PathElement.unknown, count: 2 * pairs)
      for var match in matches(method, head + middle + tail) where seen.insert(match.statement).inserted {
        match.isCertain = false
        all.append(match)
      }
    }
    let order = all.enumerated().sorted { ($0.element.statement, $0.offset) < ($1.element.statement, $1.offset) }
    return order.map(\.element)
  }
}
