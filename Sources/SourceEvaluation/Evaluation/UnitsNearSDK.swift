import SourceSemantics
import SourceSyntax
import SourceTokens

/// Which units may ask a database: what no SDK leads to is not looked at, however often it says `get` and `add`.
extension Evaluator {
  /// By unit: whether it mentions an SDK, or has something of a unit that does.
  mutating func unitsNearSDK(_ links: UnitLinks) -> [Bool] {
    links.near(program.units.indices.map { isSeed($0) })
  }

  /// Whether a unit may ask by itself: it imports an SDK, or has words that only SDKs have.
  mutating func isSeed(_ unit: Int) -> Bool {
    if importsSDK(unit) { return true }
    let (tree, namesDecide) = (program.units[unit].tree, program.units[unit].words.namesDecide)
    var assuming: [NameID: [ModelRow]] = [:]
    var hasRealtimeName: Bool?
    for place in tree.nodes.indices {
      let node = NodeID(UInt32(place))
      let (kind, name) = (tree.kind(node), tree.name(node))
      guard kind == .name || kind == .member else { continue }
      // Where names decide, a method that only has the name of a function is something else.
      if models.strong.contains(name), kind == .name || !namesDecide || models.isMember(name) { return true }
      guard kind == .member else { continue }
      let rows = assuming[name] ?? self.assuming(name)
      assuming[name] = rows
      if rows.contains(where: { mayAssume($0, node, unit, &hasRealtimeName) }) { return true }
    }
    return false
  }

  /// Rows that take something of which nothing is known for an SDK's, because this member of it is called.
  private func assuming(_ member: NameID) -> [ModelRow] {
    models.methods(.unknown, member, isCall: true).filter { models.section(of: $0).kind == .sdk }.map { models[$0] }
  }

  /// Where names decide what an unknown value is taken for, common words need others beside them.
  private func mayAssume(
    _ row: ModelRow, _ member: NodeID, _ unit: Int, _ hasRealtimeName: inout Bool?
  ) -> Bool {
    guard program.units[unit].words.namesDecide else { return true }
    let tree = program.units[unit].tree
    switch row.assumption {
    case .assumedCollection?: return isCalledCollection(member, tree)
    case .assumedRealtime?:
      let known = hasRealtimeName ?? Set(tree.nodes.lazy.map(\.name)).contains { isCalledRealtime($0) }
      hasRealtimeName = known
      return known
    case .assumedQuery?:
      return tree.call(program.units[unit].parents[Int(member.raw)]).map { $0.arguments.count > 2 } ?? false
    default: return true
    }
  }
}

extension ModelRow {
  /// What the row takes a value for of which nothing is known.
  var assumption: Construct? {
    switch meaning {
    case .value(let value): value.assumption
    case .request(let request): request.target.assumption
    }
  }
}

extension RowExpression {
  fileprivate var assumption: Construct? {
    switch self {
    case .make(let construct, let arguments):
      construct.assumes || Self.byName.contains(construct)
        ? construct : arguments.lazy.compactMap(\.assumption).first
    case .plus(let one, let other): one.assumption ?? other.assumption
    case .handed(let value, _, _): value.assumption
    case .receiver, .parameter, .text, .typeArgument, .part: nil
    }
  }

  private static let byName: Set<Construct> = [.assumedTarget, .assumedPlace, .assumedRealtime]
}
