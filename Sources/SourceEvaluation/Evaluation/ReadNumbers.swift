import SourceSyntax
package import SourceTokens

/// A number that was read from the Realtime Database, or a child of what was read.
package struct ReadValue: Hashable, Sendable {
  /// What the request answers.
  package var result: ValueID
  /// The child, where the code names one.
  package var member: NameID
}

/// Counters that are read, changed and written again.
extension Evaluator {
  /// What a number was made from that was read.
  package func source(ofChangedNumber value: ValueID) -> ReadValue? { changedNumbers[value] }

  /// A child of what was read, by its name: the same one wherever it is asked for.
  mutating func child(ofRead result: ValueID, _ name: NameID) -> ValueID? {
    guard isReadHere(result) else { return nil }
    let child = unknown(madeOf: [result, arena.literal(name)])
    unknownNames[OriginID(raw: arena[child].payload)] = name
    readChildren[child] = ReadValue(result: result, member: name)
    return child
  }

  /// What was read with something added or taken away; nil where nothing was read, or a text may come out.
  mutating func changedNumber(_ code: UInt8, _ operands: [ValueID]) -> ValueID? {
    guard operands.count == 2 else { return nil }
    if let place = operands.firstIndex(where: { isChoiceOfRead($0) }) {
      return mapAlternatives(operands[place]) { evaluator, one in
        var operands = operands
        operands[place] = one
        return evaluator.changedNumber(code, operands) ?? evaluator.unchanged(code, operands)
      }
    }
    if isWaiting(toRead: operands) { return stuck(.binary, UInt32(code), operands) }
    for place in 0..<2 {
      guard let read = readValue(operands[place]), mayBeNumber(operands[1 - place]) else { continue }
      let number = unknown(madeOf: operands + [arena.integer(Int64(code))])
      changedNumbers[number] = read
      return number
    }
    return nil
  }

  /// Whether only a caller knows which database was asked.
  private func isWaiting(toRead operands: [ValueID]) -> Bool {
    let isRead = operands.contains { operand in
      guard arena.kind(operand) == .result else { return false }
      let target = arena.value(operand, 0)
      return arena.isOpen(target) && arena.kind(target) != .query
    }
    return isRead && !operands.contains { arena.kind($0) == .text }
  }

  /// What the operation makes where nothing was read.
  private mutating func unchanged(_ code: UInt8, _ operands: [ValueID]) -> ValueID {
    if code == Operator.add.rawValue { return sum(operands[0], operands[1], Site(function: 0, node: NodeID(0))) }
    let areNumbers = operands.allSatisfy { arena.kind($0) == .integer || arena.kind($0) == .scalar }
    return areNumbers ? ValueArena.scalar : unknown(madeOf: operands + [arena.integer(Int64(code))])
  }

  private func isChoiceOfRead(_ value: ValueID) -> Bool {
    arena.kind(value) == .choice && arena.items(value).contains { readValue($0.value) != nil }
  }

  private func readValue(_ value: ValueID) -> ReadValue? {
    if let child = readChildren[value] { return child }
    return isReadHere(value) ? ReadValue(result: value, member: .empty) : nil
  }

  /// Whether it is the answer of a request to the Realtime Database.
  private func isReadHere(_ value: ValueID) -> Bool {
    guard arena.kind(value) == .result else { return false }
    let target = arena.value(value, 0)
    return arena.kind(target) == .query && isRealtime(target)
  }

  private func mayBeNumber(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .integer, .scalar, .unknown: true
    default: false
    }
  }

  private mutating func unknown(madeOf operands: [ValueID]) -> ValueID {
    unknown(madeOf: operands, Site(function: 0, node: NodeID(0)))
  }
}
