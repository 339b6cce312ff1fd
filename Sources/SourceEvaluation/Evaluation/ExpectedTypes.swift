import SourceSemantics
import SourceSyntax
import SourceTokens

/// Members without a type before them: what they are is said by the type that their place expects.
extension Evaluator {
  /// `.newest`, until its type is known.
  mutating func implicitMember(_ name: NameID) -> ValueID {
    hasImplicitMembers = true
    return external(external(nil, Word.ellipsis.name), name)
  }

  func implicitName(_ value: ValueID) -> NameID? {
    guard hasImplicitMembers, arena.kind(value) == .external else { return nil }
    let path = externals[Int(arena[value].payload)]
    guard let parent = path.parent, externals[Int(parent)].parent == nil,
      externals[Int(parent)].name == Word.ellipsis.name
    else { return nil }
    return path.name
  }

  /// A member, or a call or a member of one, whose type is not known yet.
  func isImplicit(_ value: ValueID) -> Bool {
    guard hasImplicitMembers else { return false }
    switch arena.kind(value) {
    case .external: return implicitName(value) != nil
    case .stuck:
      let operation = StuckOperation(rawValue: arena[value].variant)
      guard operation == .call || operation == .member, arena.wordCount(value) > 0 else { return false }
      return isImplicit(arena.value(value, 0))
    default: return false
    }
  }

  /// The value as the type makes it.
  mutating func expect(_ value: ValueID, _ type: ValueID) -> ValueID {
    guard hasImplicitMembers, !isNothing(type) else { return value }
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.expect($1, type) }
    case .list: return expectItems(value, type)
    case .record: return expectEntries(value, type)
    case .external, .stuck: return isImplicit(value) ? resolved(value, type) ?? value : value
    default: return value
    }
  }

  private mutating func expectItems(_ list: ValueID, _ type: ValueID) -> ValueID {
    guard arena.kind(type) == .list, let element = arena.items(type).first?.value else { return list }
    var items = arena.items(list)
    for place in items.indices where !items[place].flags.contains(.spread) {
      items[place].value = expect(items[place].value, element)
    }
    return self.list(items, isEnded: arena[list].variant == 0)
  }

  private mutating func expectEntries(_ record: ValueID, _ type: ValueID) -> ValueID {
    guard arena.kind(type) == .list, arena.items(type).count == 2 else { return record }
    let (key, element) = (arena.items(type)[0].value, arena.items(type)[1].value)
    return self.record(entries(record).flatMap { [expect($0.key, key), expect($0.value, element)] })
  }

  /// Nil where the type has no such member.
  private mutating func resolved(_ value: ValueID, _ type: ValueID) -> ValueID? {
    let site = Site(function: 0, node: NodeID(0))
    if let name = implicitName(value) { return staticMember(type, name, site) }
    let words = arena.words(value).map { ValueID(raw: $0) }
    if StuckOperation(rawValue: arena[value].variant) == .member {
      guard let base = resolved(words[0], type) else { return nil }
      return member(base, NameID(arena[value].payload), memberSites[value] ?? site)
    }
    let callee: ValueID
    if let name = implicitName(words[0]), name == Word.initWord.name {
      callee = type
      guard arena.kind(type) == .type || isKnown(type) else { return nil }
    } else if let found = resolved(words[0], type) {
      callee = found
    } else {
      return nil
    }
    return apply(callee, Array(words.dropFirst()), arena[value].payload).value
  }

  /// What a type has under a name; of a type that is not read, what the code adds to it.
  private mutating func staticMember(_ type: ValueID, _ name: NameID, _ site: Site) -> ValueID? {
    switch arena.kind(type) {
    case .type:
      let found = member(type, name, site)
      return arena.kind(found) == .unknown ? nil : found
    case .external:
      if let added = extensionMember(ofType: type, name, site) { return added }
      return isKnown(external(type, name)) ? member(type, name, site) : nil
    default: return nil
    }
  }

  /// Whether rows say what something is that is not read.
  private mutating func isKnown(_ external: ValueID) -> Bool {
    arena.kind(external) == .external && hasRows(external)
  }

  /// What a member is where nothing of the code is expected: the SDK's of this name.
  mutating func settled(_ value: ValueID) -> ValueID {
    guard hasImplicitMembers else { return value }
    switch arena.kind(value) {
    case .external: return implicitName(value).map { sdkMember($0) ?? value } ?? value
    case .stuck where isImplicit(value):
      guard StuckOperation(rawValue: arena[value].variant) == .call, implicitName(arena.value(value, 0)) != nil else {
        return value
      }
      let words = arena.words(value).map { ValueID(raw: $0) }
      return applyExternal(words[0], Array(words.dropFirst()), arena[value].payload)?.value ?? value
    case .choice: return mapAlternatives(value) { $0.settled($1) }
    case .list:
      guard arena.items(value).contains(where: { isImplicit($0.value) }) else { return value }
      var items = arena.items(value)
      for place in items.indices { items[place].value = settled(items[place].value) }
      return list(items, isEnded: arena[value].variant == 0)
    default: return value
    }
  }

  private mutating func sdkMember(_ name: NameID) -> ValueID? {
    for row in models.implicit(name, isCall: false) {
      guard case .value(let expression) = models[row].meaning else { continue }
      var context = RowContext(row: row, receiver: ValueArena.absent, arguments: [], origin: OriginID(raw: 0))
      if let value = evaluate(expression, &context) { return value }
    }
    return nil
  }

  // MARK: - Types of values

  /// `type(of: x)`, `Self`
  mutating func typeOf(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .object: return arena.intern(.type, payload: arena[value].payload)
    case .type, .external: return value
    case .choice: return mapAlternatives(value) { $0.typeOf($1) }
    case .symbol, .stuck: return stuck(.typeOf, 0, [value])
    default: return arena.unknown(.operation, OriginID(raw: 0))
    }
  }

  /// A value of which nothing is known is of the type that a cast names.
  mutating func cast(_ value: ValueID, _ type: ValueID, _ site: Site) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.cast($1, type, site) }
    case .symbol, .stuck: return stuck(.cast, 0, [value, type])
    case .unknown:
      guard arena.kind(type) == .type, let typed = self.value(ofType: type, site, .empty) else { return value }
      return typed
    default: return value
    }
  }
}
