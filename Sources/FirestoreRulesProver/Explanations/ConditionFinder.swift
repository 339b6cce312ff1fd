import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Finds the conditions that an evaluation hangs on: inside parentheses, functions and variables down to where nothing
/// logical is left.
struct ConditionFinder {
  let log: EvaluationLog
  let domain: AbstractDomain
  let expressions: ExpressionTable

  /// The node of the condition that keeps the statement from being true, nil without any.
  var failed: Int? { log.nodes.isEmpty ? nil : failed(from: 0) }

  /// The nodes of the conditions that make the statement true.
  var holding: [Int] { log.nodes.isEmpty ? [] : holding(from: 0) }

  private func truths(of node: Int) -> Truths {
    log.nodes[node].outcome.map { domain.truths(of: $0) } ?? .isError
  }

  private func failed(from start: Int) -> Int {
    var node = start
    while let next = nextFailed(node) { node = next }
    return node
  }

  private func nextFailed(_ node: Int) -> Int? {
    let children = log.nodes[node].children
    switch expressions[log.nodes[node].expression]?.kind {
    case .parenthesized?, .name?: return children.last
    case .logical(.and, _)?:
      // What can never hold says more than what may.
      return children.first { !truths(of: $0).contains(.isTrue) } ?? children.first { truths(of: $0) != .isTrue }
    case .logical(.or, _)?:
      // Of alternatives the one that a filter could prove, if there is just one.
      let dependent = children.filter { !(log.nodes[$0].outcome?.sources.isEmpty ?? true) || dependsOnDocument($0) }
      return dependent.count == 1 ? dependent[0] : nil
    case .conditional?:
      guard let condition = children.first else { return nil }
      if truths(of: condition).contains(.isError) { return condition }
      return children.dropFirst().first { truths(of: $0) != .isTrue } ?? condition
    case .call?:
      // A body that is a bare parameter says less than the call.
      guard let body = body(of: node) else { return nil }
      if case .name? = expressions[log.nodes[body].expression]?.kind, log.nodes[body].children.isEmpty { return nil }
      return body
    default: return nil
    }
  }

  private func holding(from node: Int) -> [Int] {
    let children = log.nodes[node].children
    switch expressions[log.nodes[node].expression]?.kind {
    case .parenthesized?, .name?: return children.last.map(holding) ?? [node]
    case .logical(.and, _)?: return children.flatMap(holding)
    case .logical(.or, _)?: return children.first { truths(of: $0) == .isTrue }.map(holding) ?? [node]
    case .call?: return body(of: node).map(holding) ?? [node]
    default: return [node]
    }
  }

  /// Of alternatives those that ask nothing of the document beyond what the query implies: each as the conditions that
  /// remain, on the user or on other documents.
  func conditionsOnUser(of node: Int) -> [[Int]] {
    let children = log.nodes[node].children
    switch expressions[log.nodes[node].expression]?.kind {
    case .parenthesized?, .name?: return children.last.map(conditionsOnUser) ?? []
    case .logical(.or, _)?: return children.flatMap { remaining($0) }.filter { !$0.isEmpty }
    default: return []
    }
  }

  /// The ways in which the rest of a condition may come true without a look at the document.
  private func remaining(_ node: Int) -> [[Int]] {
    if truths(of: node) == .isTrue { return [[]] }
    guard dependsOnDocument(node) else { return [[node]] }
    let children = log.nodes[node].children
    switch expressions[log.nodes[node].expression]?.kind {
    case .parenthesized?, .name?: return children.last.map(remaining) ?? []
    case .call?: return body(of: node).map(remaining) ?? []
    case .logical(.or, _)?: return children.flatMap(remaining)
    case .logical(.and, let operands)?:
      // What follows a condition that is false was not asked.
      if operands.count > children.count { return [] }
      return children.reduce([[]]) { ways, child in
        let own = remaining(child)
        return ways.prefix(4).flatMap { way in own.prefix(4).map { way + $0 } }
      }
    default: return []
    }
  }

  private func dependsOnDocument(_ node: Int) -> Bool {
    var pending = [node]
    while let next = pending.popLast() {
      let outcome = log.nodes[next].outcome
      if outcome?.origin != nil || !(outcome?.sources.isEmpty ?? true) { return true }
      pending += log.nodes[next].children
    }
    return false
  }

  /// The result of a declared function, which is evaluated after its arguments.
  private func body(of node: Int) -> Int? {
    guard case .call(_, let arguments)? = expressions[log.nodes[node].expression]?.kind,
      let last = log.nodes[node].children.last, log.nodes[node].children.count > arguments.count
    else { return nil }
    return last
  }

  /// Fields of the document that a node looks at, at any depth.
  func fields(of node: Int) -> [FieldPath] {
    var fields: Set<FieldPath> = []
    var pending = [node]
    while let next = pending.popLast() {
      fields.formUnion(log.nodes[next].outcome?.sources ?? [])
      pending += log.nodes[next].children
    }
    // A field, and not the maps above it.
    return fields.filter { field in
      !fields.contains { $0 != field && $0.segments.starts(with: field.segments) }
    }.sorted()
  }
}
