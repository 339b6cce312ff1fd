import SourceSemantics
import SourceSyntax
import SourceTokens

/// `parent != null ? parent.collection("x") : db.collectionGroup("x")`
///
/// What code generators write for every collection below documents: the group is what is meant where a caller hands over
/// no parent, and not where the parent of a caller happens to be missing, as that of somebody who is not signed in.
extension Evaluator {
  /// The two values of a choice; a group that stands for collections below what may be missing keeps that.
  mutating func besideParents(_ node: GraphNode, _ condition: CondID, _ function: Int) -> (ValueID, ValueID) {
    let (high, low) = (operand(node, 1, function), operand(node, 2, function))
    let values = (value(high, of: function), value(low, of: function))
    if let id = idOfGroup(values.1), let parent = parent(high, condition, function) {
      return (values.0, group(database(values.1), id, besides: parent))
    }
    if let id = idOfGroup(values.0), let parent = parent(low, !condition, function) {
      return (group(database(values.0), id, besides: parent), values.1)
    }
    return values
  }

  /// Of a query for a group, without steps.
  private func idOfGroup(_ value: ValueID) -> ValueID? {
    guard arena.kind(value) == .query, arena.steps(value).isEmpty, arena.construct(arena.base(value)) == .group,
      arena.wordCount(arena.base(value)) == 2
    else { return nil }
    return arena.value(arena.base(value), 1)
  }

  /// What a call is about that is made only where that is there.
  private mutating func parent(_ call: GraphNode, _ condition: CondID, _ function: Int) -> ValueID? {
    let graph = functions[function].graph
    guard graph[call].operation == .call else { return nil }
    let callee = graph.operand(call, 0)
    let receiver = graph[callee].operation == .member ? [graph.operand(callee, 0)] : []
    for node in receiver + graph.operands(call).dropFirst() {
      let one = value(node, of: function)
      guard [.symbol, .stuck, .choice, .unknown].contains(arena.kind(one)) else { continue }
      if presence(one) == condition || truth(one) == condition { return one }
    }
    return nil
  }

  private func database(_ group: ValueID) -> ValueID { arena.value(arena.base(group), 0) }

  /// The group where a caller hands over no parent, or where nobody is seen to call. Where a caller has a parent, the
  /// group is meant as little as that is expected to be missing.
  mutating func group(_ database: ValueID, _ id: ValueID, besides parent: ValueID) -> ValueID {
    let group = [database, id]
    switch arena.kind(parent) {
    case .absent, .null: return make(.group, group, OriginID(raw: 0))
    case .choice where isLeftToCallers(parent): return make(.group, group, OriginID(raw: 0))
    case .choice:
      return mapAlternatives(parent) { $0.isNothing($1) ? ValueArena.absent : $0.group(database, id, besides: $1) }
    case .symbol, .stuck: return query(arena.make(.group, group + [parent]), [])
    case .unknown where arena.cause(parent) == .parameter: return make(.group, group, OriginID(raw: 0))
    case .unknown: return query(arena.make(.group, group + [parent]), [])
    case .made where isWaiting(forSymbols: parent): return query(arena.make(.group, group + [parent]), [])
    default: return ValueArena.absent
    }
  }

  /// Whether a parameter of a function that nobody is seen to call decides that it is nothing.
  private func isLeftToCallers(_ value: ValueID) -> Bool {
    arena.items(value).contains { item in
      isNothing(item.value) && diagrams.support(item.under).contains { isOfParameter(diagrams.atom($0)) }
    }
  }

  private func isOfParameter(_ atom: Atom) -> Bool {
    // Conditions of their own, and those that stand for others, are about no value.
    guard atom.test != .replaced, atom.subject != SubjectID(.max) else { return false }
    return arena.cause(ValueID(raw: atom.subject.raw)) == .parameter
  }

  /// A document or the id of a user that is missing only while nobody is signed in or nothing is chosen: what it is where
  /// it is there. Nil for everything else.
  mutating func identity(ofOptional value: ValueID) -> ValueID? {
    guard arena.kind(value) == .choice, !isLeftToCallers(value) else { return nil }
    let there = arena.items(value).filter { !isNothing($0.value) }
    guard !there.isEmpty, there.count < arena.items(value).count,
      there.allSatisfy({ sort($0.value) == .document || hasIdentity($0.value) })
    else { return nil }
    return choice(there)
  }

  /// Places without groups that only stand in for a missing parent of one of the others.
  package func withoutStandIns(_ places: [GuardedItem]) -> [GuardedItem] {
    guard places.count > 1 else { return places }
    let others = places.filter { arena.construct($0.value) != .group || arena.wordCount($0.value) == 2 }
    return others.contains { arena.construct($0.value) == .collection } ? others : places
  }
}
