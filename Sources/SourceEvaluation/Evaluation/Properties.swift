import SourceSemantics
import SourceSyntax
import SourceTokens

/// Properties that other languages of the family read by methods, and the other way round: `x.path` and `x.getPath()`.
extension Evaluator {
  /// The property that a method without arguments reads: of its name in a record, else of a getter's.
  mutating func property(_ object: ValueID, readBy method: NameID, _ site: Site) -> ValueID? {
    guard arena.kind(object) == .object || arena.kind(object) == .type,
      let name = accessorNames(method).read, usesGetters(object)
    else { return nil }
    let value = member(object, name, site)
    return arena.kind(value) == .unknown ? nil : value
  }

  /// What an object is behind `setName(x)`.
  mutating func object(_ object: ValueID, setBy method: NameID, _ value: ValueID) -> ValueID? {
    guard arena.kind(object) == .object, let name = accessorNames(method).written, usesGetters(object),
      field(object, name) != nil || classMember(Int(arena[object].payload), name, of: object) != nil
    else { return nil }
    return put(object, name, value)
  }

  // MARK: - Copies

  func isCopy(_ method: NameID, of type: Int) -> Bool {
    let key = types[type].key
    let unit = program.units[key.unit]
    guard method == unit.words.copyMethod, method != .empty else { return false }
    if unit.words.copiedBy == .empty { return unit.tree.isMadeByRedirection(key.node) }
    return unit.tree.children(.modifier, of: key.node).contains { unit.tree.name($0) == unit.words.copiedBy }
  }

  /// The same object with other values of some of its fields.
  mutating func copied(
    _ object: ValueID, _ method: NameID, _ arguments: [ValueID], _ labels: [NameID]
  ) -> ValueID? {
    guard arena.kind(object) == .object, isCopy(method, of: Int(arena[object].payload)) else { return nil }
    let names = types[Int(arena[object].payload)].parameterNames
    var result = object
    for (place, value) in arguments.enumerated() {
      let label = place < labels.count ? labels[place] : .empty
      let name = label == .empty ? (names.indices.contains(place) ? names[place] : .empty) : label
      if name != .empty { result = put(result, name, value) }
    }
    return result
  }

  /// The answer of the getter of a property.
  mutating func getter(_ object: ValueID, of property: NameID, _ site: Site) -> ValueID? {
    guard usesGetters(object) else { return nil }
    let type = Int(arena[object].payload)
    let name = program.names.intern("get" + program.names.text(property).capitalizedFirst)
    guard let found = classMember(type, name, of: object), arena.kind(found) == .function else { return nil }
    return read(bound(found, to: object, site), site)
  }

  private func usesGetters(_ object: ValueID) -> Bool {
    program.units[types[Int(arena[object].payload)].key.unit].words.usesGetters
  }

  private mutating func accessorNames(_ method: NameID) -> (read: NameID?, written: NameID?) {
    if let known = knownAccessors[method] { return known }
    let text = program.names.text(method)
    let found = (read: name(text, behind: "get"), written: name(text, behind: "set"))
    knownAccessors[method] = found
    return found
  }

  private mutating func name(_ method: String, behind prefix: String) -> NameID? {
    guard method.hasPrefix(prefix), let first = method.dropFirst(prefix.count).first, first.isUppercase else {
      return nil
    }
    return program.names.intern(first.lowercased() + method.dropFirst(prefix.count + 1))
  }
}

extension SyntaxTree {
  /// Whether a constructor of the class names another class in its place.
  fileprivate func isMadeByRedirection(_ type: NodeID) -> Bool {
    guard let block = child(.block, of: type) else { return false }
    return children(.function, of: block).contains { redirectionTarget(of: $0) != nil }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
