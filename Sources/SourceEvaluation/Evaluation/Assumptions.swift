import SourceSemantics
import SourceSyntax
import SourceTokens

/// What an unknown value is taken for where its name, and what the unit imports, decide.
extension Evaluator {
  func namesDecide(_ origin: OriginID) -> Bool {
    program.units[functions[origins[Int(origin.raw)].function].key.unit].words.namesDecide
  }

  /// A method that the module of a name does not have, or of a name in a module that is not read: what is called like a
  /// database may be one.
  mutating func applyAssumed(
    _ external: ValueID, _ name: NameID, _ arguments: [ValueID], _ shape: UInt32
  ) -> Applied? {
    guard arena.kind(external) == .external, implicitName(external) == nil, let last = path(external).last else {
      return nil
    }
    let isModule = models.section(unbound: last) != nil
    guard isModule || models.module(of: path(external)) == nil && program.names.soundsLikeDatabase(last) else {
      return nil
    }
    let place = origins[Int(calls[Int(shape)].origin.raw)]
    return applyRow(unknown(.undeclared, place.function, place.node, last), name, arguments, shape)
  }

  struct Decided { var value: ValueID? }

  /// Nil where the construct is none that assumes anything.
  mutating func decided(_ construct: Construct, _ value: ValueID, _ context: RowContext) -> Decided? {
    switch construct {
    case .assumed: Decided(value: isPlausible(value, context.origin) ? assumedHolder(value) : nil)
    case .assumedPlace: Decided(value: isPlausible(value, context.origin) ? assumedParent(value, context) : nil)
    case .assumedCollection:
      Decided(value: isCalledCollection(value, context.origin) ? query(arena.make(.anyQuery, []), []) : nil)
    case .assumedRealtime:
      Decided(value: isRealtime(value, context.origin) ? query(arena.make(.realtimeRoot, []), []) : nil)
    case .assumedTarget: Decided(value: mayBeOfSDK(unit(context.origin)) && mayAsk(value, context.origin) ? value : nil)
    case .assumedQuery:
      Decided(value: isQuery(value, context) ? query(arena.make(.anyQuery, []), []) : nil)
    default: nil
    }
  }

  private func unit(_ origin: OriginID) -> Int { functions[origins[Int(origin.raw)].function].key.unit }

  /// Not where another store of the same words is imported, unless both are.
  private mutating func mayAsk(_ value: ValueID, _ origin: OriginID) -> Bool {
    guard arena.kind(value) == .unknown else { return false }
    let unit = unit(origin)
    let hasOther = sections(importedBy: unit).contains { models.sections[Int($0)].kind == .other }
    return !hasOther || (arena.cause(value) == .parameter && importsSDK(unit))
  }

  private mutating func isPlausible(_ value: ValueID, _ origin: OriginID) -> Bool {
    guard mayAsk(value, origin) else { return false }
    if importsSDK(unit(origin)) { return true }
    if arena.cause(value) != .operation, mayBeOfSDK(unit(origin)) { return true }
    guard let name = name(ofUnknown: value) else { return false }
    return program.names.contains(name, ["db", "firestore", "afs", "database"])
  }

  /// `storage.ref("x")` is another product's.
  private mutating func isRealtime(_ value: ValueID, _ origin: OriginID) -> Bool {
    guard mayAsk(value, origin), mayBeOfSDK(unit(origin)), let name = name(ofUnknown: value) else { return false }
    return isCalledRealtime(name)
  }

  func isCalledRealtime(_ name: NameID) -> Bool {
    program.names.contains(name, ["database", "rtdb", "realtime"]) || program.names.text(name) == "db"
  }

  /// A parameter may be a document as well as a database.
  private mutating func assumedHolder(_ value: ValueID) -> ValueID {
    guard let name = name(ofUnknown: value) else { return arena.make(.database, []) }
    let mayBeDatabase = program.names.contains(name, ["fire", "db", "base", "admin", "app", "store", "fb"])
    let isOpen = arena.cause(value) == .parameter && !mayBeDatabase
    return isOpen || program.names.soundsLikeDocument(name) ? arena.make(.anyDocument, []) : arena.make(.database, [])
  }

  /// A database has no documents of its own: with one segment, or three, it is a collection that has the document.
  private mutating func assumedParent(_ value: ValueID, _ context: RowContext) -> ValueID {
    let name = name(ofUnknown: value)
    let isNamed = name.map { program.names.soundsLikeCollection($0) } ?? false
    let path = context.arguments.count == 1 ? arena.knownText(context.arguments[0]) : nil
    let isBelow = path.map { program.names.text($0).split(separator: "/").count % 2 == 1 } ?? false
    let isDatabase = name.map { program.names.soundsLikeDatabase($0) } ?? true
    return isNamed || isBelow && !isDatabase
      ? query(arena.make(.anyQuery, []), []) : arena.make(.database, [])
  }

  /// `COLLECTIONS.orders.add(data)`: lists and sets have the same method.
  private mutating func isCalledCollection(_ value: ValueID, _ origin: OriginID) -> Bool {
    guard mayBeOfSDK(unit(origin)), mayAsk(value, origin) else { return false }
    let (unit, call) = place(of: origin)
    let tree = program.units[unit].tree
    return tree.call(call).map { isCalledCollection($0.callee, tree) } ?? false
  }

  func isCalledCollection(_ callee: NodeID, _ tree: SyntaxTree) -> Bool {
    var next: NodeID? = callee
    while let node = next, [.member, .call, .index].contains(tree.kind(node)) {
      next = tree.children(of: node).first
      if let next, program.names.contains(tree.name(next), ["collection"]) { return true }
    }
    return false
  }

  /// Some comparisons are written so by one SDK alone, the others by builders of other queries as well.
  private mutating func isQuery(_ value: ValueID, _ context: RowContext) -> Bool {
    guard mayAsk(value, context.origin) else { return false }
    let isReference = name(ofUnknown: value).map { program.names.soundsLikeReference($0) } ?? false
    let isLikely = isReference && importsSDK(unit(context.origin))
    guard context.arguments.count > 2 else { return isLikely && arena.knownText(context.arguments[0]) != nil }
    guard let text = arena.knownText(context.arguments[1]) else { return false }
    return isLikely || program.names.isOwnComparison(text)
  }
}

extension NameTable {
  func contains(_ name: NameID, _ parts: [String]) -> Bool {
    let word = text(name).lowercased()
    return parts.contains(where: word.contains)
  }

  func soundsLikeReference(_ name: NameID) -> Bool {
    let word = text(name).lowercased()
    return word.hasSuffix("ref") || word.contains("collection")
  }

  /// Comparisons that builders of other queries do not write.
  func isOwnComparison(_ text: NameID) -> Bool {
    ["==", "array-contains", "array-contains-any", "not-in"].contains(self.text(text))
  }
}
