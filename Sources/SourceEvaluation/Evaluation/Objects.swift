import SourceSemantics
import SourceSyntax
import SourceTokens

/// Objects of classes that are read. The first word is what made it, then its fields: name and value.
extension Evaluator {
  mutating func object(_ type: UInt32, _ maker: ValueID, _ fields: [(name: NameID, value: ValueID)]) -> ValueID {
    let words = [maker.raw] + fields.sorted { $0.name < $1.name }.flatMap { [$0.name.raw, $0.value.raw] }
    return arena.intern(
      .object, payload: type, words, isOpen: fields.contains { arena.isOpen($0.value) },
      size: arena.size(fields.map(\.value)))
  }

  func fields(_ object: ValueID) -> [(name: NameID, value: ValueID)] {
    let words = Array(arena.words(object))
    return stride(from: 1, to: words.count, by: 2).map { (NameID(words[$0]), ValueID(raw: words[$0 + 1])) }
  }

  func field(_ object: ValueID, _ name: NameID) -> ValueID? { fields(object).first { $0.name == name }?.value }

  /// The object with a field changed.
  mutating func put(_ object: ValueID, _ name: NameID, _ value: ValueID) -> ValueID {
    switch arena.kind(object) {
    case .object:
      var fields = self.fields(object)
      let value = asDeclared(value, Int(arena[object].payload), name)
      if let place = fields.firstIndex(where: { $0.name == name }) {
        fields[place].value = value
      } else {
        fields.append((name, value))
      }
      return self.object(arena[object].payload, ValueID(raw: arena.word(object, 0)), fields)
    case .choice: return mapAlternatives(object) { $0.put($1, name, value) }
    // What others may watch holds something else now.
    case .made where arena.construct(object) == .cell && !models.methods(.cell, name, isCall: false).isEmpty:
      return arena.make(.cell, [value])
    case .symbol, .stuck: return isMember(value, name, of: object) ? object : stuck(.put, name.raw, [object, value])
    case .record: return putIndex(object, arena.text(name), value)
    default: return object
    }
  }

  /// Whether a value is what the object has under the name already: a call has got it and left it as it was.
  private func isMember(_ value: ValueID, _ name: NameID, of object: ValueID) -> Bool {
    arena.kind(value) == .stuck && arena[value].variant == StuckOperation.member.rawValue
      && arena[value].payload == name.raw && arena.value(value, 0) == object
  }

  /// The value as the declared type of a field makes it; of what is not known the type of an SDK says what it is.
  mutating func asDeclared(_ value: ValueID, _ type: Int, _ name: NameID) -> ValueID {
    if hasImplicitMembers { return expect(value, fieldType(type, name)) }
    guard arena.kind(value) == .unknown, program.units[types[type].key.unit].rules.typesTell else { return value }
    let declared = fieldType(type, name)
    return arena.kind(declared) == .external ? typeRow(declared) ?? value : value
  }

  /// The type that a field is declared with; absent where it is not.
  private mutating func fieldType(_ type: Int, _ name: NameID) -> ValueID {
    for place in lineage(type) {
      let body = function(types[place].key)
      guard let field = functions[body].graph.fields.first(where: { $0.name == name }) else { continue }
      return value(field.type, of: body)
    }
    return ValueArena.absent
  }

  // MARK: - Classes

  /// Bases first looked through, the class itself before them.
  mutating func lineage(_ type: Int) -> [Int] {
    if let known = types[type].lineage { return known }
    var all = [type]
    var seen: Set = [type]
    var next = 0
    while next < all.count, all.count <= Self.mostBases {
      for base in types[all[next]].bases { mapTypes(base) { if seen.insert($0).inserted { all.append($0) } } }
      next += 1
    }
    if all.allSatisfy({ types[$0].isKnown }) { types[type].lineage = all }
    return all
  }

  /// Bases of bases beyond which a class has others that are not read.
  private static let mostBases = 64

  private func mapTypes(_ value: ValueID, _ use: (Int) -> Void) {
    switch arena.kind(value) {
    case .type: use(Int(arena[value].payload))
    case .choice: for item in arena.items(value) { mapTypes(item.value, use) }
    default: break
    }
  }

  /// The bodies in which the members of a class stand: its own, those of its extensions, then the same of its bases.
  mutating func parts(_ type: Int) -> [Int] {
    if let known = types[type].parts { return known }
    let all = lineage(type).flatMap { [$0] + extensions(of: $0) }
    if types[type].isKnown { types[type].parts = all }
    return all
  }

  private mutating func extensions(of type: Int) -> [Int] {
    let (key, name) = (types[type].key, types[type].name)
    guard name != .empty else { return [] }
    return program.modules.extensions(of: name, in: UnitID(UInt32(key.unit))).compactMap { def in
      let node = program.modules[def].node
      guard program.units[Int(def.unit.raw)].tree.kind(node) == .typeDeclaration else { return nil }
      let found = self.type(FunctionKey(unit: Int(def.unit.raw), node: node))
      return found == type ? nil : found
    }
  }

  /// What the body of a class gives a name.
  /// - Parameter receiver: the object or class whose member is asked for.
  mutating func classMember(_ type: Int, _ name: NameID, of receiver: ValueID) -> ValueID? {
    for place in parts(type) {
      guard let found = ownMember(place, name) else { continue }
      return lasting(substitute(found, bodyBinding(place, receiver)))
    }
    return nil
  }

  private mutating func ownMember(_ type: Int, _ name: NameID) -> ValueID? {
    let body = function(types[type].key)
    let own = functions[body].graph.exits[name].map { value($0, of: body) }
    return withTypeWrites(own, type, name)
  }

  /// What the symbols in the body of a class are for one object, or for the class itself.
  mutating func bodyBinding(_ type: Int, _ receiver: ValueID) -> UInt32 {
    let body = function(types[type].key)
    guard functions[body].hasReceiver else { return binding([]) }
    var pairs = [Binding.Pair(symbol: symbol(.this(function: body)), value: receiver)]
    // The class itself was made with nothing.
    guard arena.kind(receiver) != .type else { return binding(pairs) }
    for (place, name) in types[type].parameterNames.enumerated() {
      let site = Site(function: body, node: functions[body].graph.parameters[place].node)
      let value = arena.kind(receiver) == .object ? field(receiver, name) : member(receiver, name, site)
      pairs.append(
        Binding.Pair(symbol: symbol(.parameter(function: body, place: place)), value: value ?? ValueArena.absent))
    }
    return binding(pairs)
  }

  private mutating func withTypeWrites(_ own: ValueID?, _ type: Int, _ name: NameID) -> ValueID? {
    typeWrites[type]?[name].map { value(ofWrites: $0, to: own) } ?? own
  }

  /// The same, of bases only.
  mutating func baseMember(_ type: Int, _ name: NameID, of receiver: ValueID) -> ValueID? {
    for place in lineage(type).dropFirst() {
      let body = function(types[place].key)
      if let node = functions[body].graph.exits[name] {
        return substitute(value(node, of: body), bodyBinding(place, receiver))
      }
    }
    return nil
  }

  /// A class whose bases are not all read.
  mutating func hasUnreadBase(_ type: Int) -> Bool {
    let all = lineage(type)
    return all.count > Self.mostBases || all.contains { types[$0].bases.contains { arena.kind($0) != .type } }
  }
}
