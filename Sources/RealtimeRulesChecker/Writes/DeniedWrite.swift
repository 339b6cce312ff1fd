// FB6038 write-denied error
//
// means: The app writes what the rules refuse whoever sends it and whatever is stored: no `.write` on the way to the
//   place can be true, or a `.validate` cannot be true for what is written.
// why: What no rule grants is denied, and a `.validate` that is false at any place of what is written denies all of it.
// example:
//   {"rules": {"count": {".write": "auth != null", ".validate": "newData.isNumber()"}}}
//   ref.child("count").set("one")
// fix: Write what the rules ask for, or grant what the app needs. What only a server may write belongs to a server.
// ignore: When the write is there to show that it is denied.

import Diagnostics
import FirestoreModel
import QueryModel
import RealtimeDatabase
import RealtimeRules

/// FB6038: a write that the rules deny for every caller, every state of the database and every value of its unknown
/// parts.
struct DeniedWrite {
  let write: ObservedWrite
  let subject: RealtimeSubject
  private let state: PossibleWriteState

  init(_ write: ObservedWrite, _ subject: RealtimeSubject) {
    self.write = write
    self.subject = subject
    state = PossibleWriteState(write.shape)
  }

  /// Nil if the write may be allowed.
  var finding: Diagnostic? {
    for change in state.changes where change.isCertain {
      if let found = ungranted(change) ?? invalid(change) { return found }
    }
    return nil
  }

  // MARK: - Grants

  private func ungranted(_ change: PossibleWriteState.Change) -> Diagnostic? {
    var closed: [Condition] = []
    for chain in chains(to: change.keys) {
      for (depth, location) in chain.enumerated() {
        for condition in location.conditions(.write) {
          if outcome(condition, at: depth, of: chain, change.path).canBeTrue { return nil }
          if !closed.contains(where: { $0.span == condition.span }) { closed.append(condition) }
        }
      }
    }
    return denial(
      "\(change.keys.quoted) is written, and no rule grants it" + (closed.isEmpty ? "" : ", whoever writes it"),
      help: "grant the write to those who may, as in `\".write\": \"auth != null && …\"`, or let a server write it",
      for: closed)
  }

  /// - Parameter conditions: the rules that cannot be true for the write.
  private func denial(_ message: String, help: String, for conditions: [Condition]) -> Diagnostic {
    Diagnostic(
      .writeDenied, message, at: write.location,
      notes: state.changes.count > 1 ? ["an update is denied as a whole"] : [], help: help,
      related: conditions.map { RelatedLocation("never true for it", at: subject.source.location($0.span)) })
  }

  // MARK: - Validation

  /// Reports a `.validate` at the path, above it or below it that cannot be true.
  private func invalid(_ change: PossibleWriteState.Change) -> Diagnostic? {
    guard change.value.certainlyExists else { return nil }
    let chains = chains(to: change.keys)
    for depth in 0...change.keys.count {
      if let found = refused(at: depth, chains, change.path, of: change.keys) { return found }
    }
    return invalidPart(of: change.value, at: change.path, change.keys, chains)
  }

  /// Nil unless all the chains of rules that may match have a validation at this depth that cannot be true.
  private func refused(
    at depth: Int, _ chains: [[RuleLocation]], _ path: RealtimePath, of keys: [WrittenKey]
  ) -> Diagnostic? {
    guard !state.node(.after, RealtimePath(Array(path.keys.prefix(depth)))).kinds.contains(.null) else { return nil }
    var refusing: [Condition] = []
    for chain in chains {
      guard chain.indices.contains(depth) else { return nil }
      let never = chain[depth].conditions(.validate).first { !outcome($0, at: depth, of: chain, path).canBeTrue }
      guard let never else { return nil }
      if !refusing.contains(where: { $0.span == never.span }) { refusing.append(never) }
    }
    guard let first = refusing.first else { return nil }
    let writtenKeys = Array(keys.prefix(depth))
    return denial(
      "what is written to \(writtenKeys.quoted) never passes the `.validate` of `\(subject.location(of: first).pattern)`",
      help: "write what the rules ask for, or change them", for: refusing)
  }

  private func invalidPart(
    of value: WrittenValue, at path: RealtimePath, _ keys: [WrittenKey], _ chains: [[RuleLocation]]
  ) -> Diagnostic? {
    var parts: [(key: WrittenKey, value: WrittenValue)] = []
    switch value {
    case .map(let entries, _): parts = entries.filter(\.isCertain).map { ($0.key, $0.value) }
    case .list(let elements, _): parts = elements.enumerated().map { (.literal(Text(String($0.offset))), $0.element) }
    case .unknown, .null, .boolean, .integer, .number, .text, .someText, .userID, .serverTime, .increment, .changed:
      return nil
    }
    for part in parts {
      guard part.value.certainlyExists, let key = part.key.placeholderKey else { continue }
      let deeper = chains.flatMap { children(part.key, of: $0, depth: keys.count) }
      let (path, keys) = (path.child(key), keys + [part.key])
      if let found = refused(at: keys.count, deeper, path, of: keys)
        ?? invalidPart(of: part.value, at: path, keys, deeper)
      {
        return found
      }
    }
    return nil
  }

  // MARK: - Rules

  /// The chains of locations, from the root downwards, that may match a path. Unknown keys can match several locations;
  /// a chain ends where the rules end.
  private func chains(to keys: [WrittenKey]) -> [[RuleLocation]] {
    guard let root = subject.locations.first else { return [] }
    var chains = [[root]]
    for (depth, key) in keys.enumerated() { chains = chains.flatMap { children(key, of: $0, depth: depth) } }
    return chains
  }

  private func children(_ key: WrittenKey, of chain: [RuleLocation], depth: Int) -> [[RuleLocation]] {
    guard chain.count == depth + 1, let last = chain.last else { return [chain] }
    let variable = subject.variableChild(of: last)
    var next: [RuleLocation] = []
    switch key {
    case .literal(let name):
      if let named = subject.child(name, of: last) { return [chain + [named]] }
    case .new: break
    case .userID, .unknown: next = subject.children(of: last).filter { $0.variable == nil }
    }
    guard let variable else { return next.map { chain + [$0] } + [chain] }
    return (next + [variable]).map { chain + [$0] }
  }

  private func outcome(_ condition: Condition, at depth: Int, of chain: [RuleLocation], _ path: RealtimePath)
    -> PossibleValues
  {
    var variables: [Text: PossibleValues] = [:]
    for (location, key) in zip(chain.dropFirst(), path.keys).prefix(depth) {
      guard let variable = location.variable else { continue }
      variables[variable] =
        key.isPlaceholder ? PossibleValues(.string, refinement: .key(key.text)) : PossibleValues(.string(key.text))
    }
    let rulePath = RealtimePath(Array(path.keys.prefix(depth)))
    return PossibleValueEvaluator(state: state, location: rulePath, variables: variables).values(
      condition.rule.expression)
  }
}
