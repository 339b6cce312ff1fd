import SourceSemantics
import SourceSyntax
import SourceTokens

/// Operations on values: each answers at once where it can, and waits where a symbol is in the way.
extension Evaluator {
  mutating func stuck(_ operation: StuckOperation, _ payload: UInt32, _ operands: [ValueID]) -> ValueID {
    let size = arena.size(operands)
    // What has grown beyond this is not followed.
    guard size < 2_048 else { return arena.unknown(.calls, OriginID(raw: 0)) }
    return arena.intern(
      .stuck, variant: operation.rawValue, payload: payload, operands.map(\.raw),
      isOpen: operands.contains { arena.isOpen($0) }, size: size)
  }

  // MARK: - Texts

  /// Pieces of a text beyond which nothing is known of it.
  static let mostPieces = 1_024

  /// A text of parts; where a part is one of several, so is the text.
  mutating func text(_ parts: [ValueID]) -> ValueID { textOfEach(bounded(parts)) }

  private mutating func textOfEach(_ parts: [ValueID]) -> ValueID {
    guard let choice = parts.first(where: { arena.kind($0) == .choice }) else {
      let text = arena.text(withSegments(parts).map { piece($0) })
      return arena.wordCount(text) > Self.mostPieces ? arena.unknown(.operation, OriginID(raw: 0)) : text
    }
    return mapAlternatives(choice) { evaluator, one in
      evaluator.textOfEach(parts.map { $0 == choice ? one : $0 })
    }
  }

  /// What would be an empty segment of a path is not known: a variable that begins with an empty text has another one by
  /// the time that `rooms/${code}` is asked for.
  private mutating func withSegments(_ parts: [ValueID]) -> [ValueID] {
    parts.indices.map { place in
      guard place > 0, arena.knownText(parts[place]) == .empty, slashEnds(parts[place - 1]),
        place + 1 == parts.count || slashBegins(parts[place + 1])
      else { return parts[place] }
      return arena.unknown(.operation, OriginID(raw: 0))
    }
  }

  private func slashEnds(_ part: ValueID) -> Bool {
    let count = arena.kind(part) == .text ? arena.wordCount(part) : 0
    let last = count > 0 ? arena.value(part, count - 1) : part
    return arena.literalText(last).map { program.names.text($0).utf8.last == UInt8(ascii: "/") } ?? false
  }

  private func slashBegins(_ part: ValueID) -> Bool {
    let first = arena.kind(part) == .text && arena.wordCount(part) > 0 ? arena.value(part, 0) : part
    return arena.literalText(first).map { program.names.text($0).utf8.first == UInt8(ascii: "/") } ?? false
  }

  /// Choices beyond as many texts as are told apart are not known.
  private mutating func bounded(_ parts: [ValueID]) -> [ValueID] {
    var count = 1
    var seen: [ValueID: ValueID] = [:]
    return parts.map { part in
      guard arena.kind(part) == .choice else { return part }
      if let known = seen[part] { return known }
      count *= arena.wordCount(part) / GuardedItem.width
      let isTooMuch = count > Self.mostAlternatives
      if isTooMuch { count /= arena.wordCount(part) / GuardedItem.width }
      seen[part] = isTooMuch ? arena.unknown(.variants, OriginID(raw: 0)) : part
      return seen[part, default: part]
    }
  }

  /// What a value adds to a text.
  private mutating func piece(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .integer: arena.literal(program.names.intern(decimal: arena.integer(value) ?? 0))
    default: value
    }
  }

  // MARK: - Members and items

  mutating func member(_ base: ValueID, _ name: NameID, _ site: Site) -> ValueID {
    switch arena.kind(base) {
    case .absent, .null: return ValueArena.absent
    case .choice: return mapAlternatives(base) { $0.member($1, name, site) }
    case .symbol: return waitingMember(base, name, site)
    case .stuck:
      let known = beforeCalls(base, besides: name)
      return known == base ? waitingMember(base, name, site) : member(known, name, site)
    case .made where isWaiting(forSymbols: base): return waitingMember(base, name, site)
    case .object where isOwnInstance(name, of: base): return base
    case .object: return member(ofObject: base, name, site)
    case .type: return member(ofType: base, name, site)
    case .module: return member(ofModule: base, name, site)
    case .external where implicitName(base) != nil: return waitingMember(base, name, site)
    case .external: return member(ofExternal: base, name, site)
    case .unknown:
      if let value = memberByRow(base, name, site) ?? extensionMember(base, name, site)
        ?? length(name, ofUnknown: base)
      {
        return value
      }
      return unknown(cause(ofMembersOf: base, site), site.function, site.node, name)
    default: return member(ofTerm: base, name, site)
    }
  }

  /// The object as it was before calls got other fields of it: these change no field but theirs.
  private func beforeCalls(_ object: ValueID, besides name: NameID) -> ValueID {
    var object = object
    while arena.kind(object) == .stuck, arena[object].variant == StuckOperation.put.rawValue,
      arena[object].payload != name.raw, isBehindCall(arena.value(object, 1))
    {
      object = arena.value(object, 0)
    }
    return object
  }

  private func isBehindCall(_ value: ValueID) -> Bool {
    arena.kind(value) == .stuck && arena[value].variant == StuckOperation.after.rawValue
  }

  /// What a value of another package's type has in it may be anything.
  private func cause(ofMembersOf base: ValueID, _ site: Site) -> UnknownCause {
    let cause = arena.cause(base) ?? .operation
    let words = program.units[functions[site.function].key.unit].words
    return cause == .foreign && words.hasNominalTypes ? .undeclared : cause
  }

  private mutating func waitingMember(_ base: ValueID, _ name: NameID, _ site: Site) -> ValueID {
    let value = stuck(.member, name.raw, [base])
    if memberSites[value] == nil { memberSites[value] = site }
    return asksForLength(name) ? length(value, of: base) : value
  }

  private mutating func member(ofObject object: ValueID, _ name: NameID, _ site: Site) -> ValueID {
    if let value = field(object, name) { return lasting(value) }
    let type = Int(arena[object].payload)
    guard let found = classMember(type, name, of: object) else {
      if isCopy(name, of: type) { return methodValue(object, name, site) }
      return companionMember(type, name, site) ?? delegatedMember(object, name, site) ?? getter(object, of: name, site)
        ?? extensionMember(object, name, site) ?? inheritedMember(object, name, site)
        ?? declaredField(type, name, site, of: object)
    }
    return bound(found, to: object, site)
  }

  /// A method that waits for its arguments.
  private mutating func methodValue(_ object: ValueID, _ name: NameID, _ site: Site) -> ValueID {
    arena.intern(
      .function, variant: FunctionForm.method, payload: name.raw,
      [object.raw, arena.unknown(.operation, origin(site.function, site.node)).raw], isOpen: arena.isOpen(object))
  }

  /// `: Source by other`: what the other object has.
  private mutating func delegatedMember(_ object: ValueID, _ name: NameID, _ site: Site) -> ValueID? {
    for place in lineage(Int(arena[object].payload)) {
      let body = function(types[place].key)
      for delegate in functions[body].graph.delegates {
        let other = substitute(value(delegate, of: body), bodyBinding(place, object))
        let found = member(other, name, site)
        if arena.kind(found) != .unknown { return found }
      }
    }
    return nil
  }

  /// A method becomes one of the object; what its class calls a property is read.
  mutating func bound(_ member: ValueID, to receiver: ValueID, _ site: Site) -> ValueID {
    guard arena.kind(member) == .function else { return member }
    if arena[member].variant == FunctionForm.overloads {
      let all = arena.words(member).map { bound(ValueID(raw: $0), to: receiver, site) }
      return arena.intern(
        .function, variant: FunctionForm.overloads, all.map(\.raw), isOpen: all.contains { arena.isOpen($0) })
    }
    guard arena[member].variant == FunctionForm.own else { return member }
    let place = Int(arena[member].payload)
    guard functions[place].hasReceiver else { return member }
    guard !isStatic(place) else {
      return isAccessor(place) ? read(member, site) : member
    }
    var words = Array(arena.words(member))
    words[0] = (isClassMethod(place) ? classOf(receiver) : receiver).raw
    let method = arena.intern(
      .function, variant: FunctionForm.own, payload: UInt32(place), words,
      isOpen: arena.isOpen(member) || arena.isOpen(receiver))
    return isAccessor(place) ? read(method, site) : method
  }

  /// What a getter answers.
  mutating func read(_ getter: ValueID, _ site: Site) -> ValueID {
    apply(getter, [], shape(CallShape(origin: origin(site.function, site.node), name: nil, labels: []))).value
  }

  /// What the one object that goes by the name of the class has.
  private mutating func companionMember(_ type: Int, _ name: NameID, _ site: Site) -> ValueID? {
    guard name != Word.companion.name else { return nil }
    let own = arena.intern(.type, payload: UInt32(type))
    guard let companion = classMember(type, Word.companion.name, of: own), arena.kind(companion) == .object else {
      return nil
    }
    let value = member(companion, name, site)
    return arena.kind(value) == .unknown ? nil : value
  }

  private func classOf(_ receiver: ValueID) -> ValueID { receiver }

  private mutating func member(ofType type: ValueID, _ name: NameID, _ site: Site) -> ValueID {
    let place = Int(arena[type].payload)
    if program.words.allCases.contains(name), isEnumeration(type: place), let all = cases(of: place) {
      return list(of: all)
    }
    guard let found = classMember(place, name, of: type) else {
      if name == Word.initWord.name { return type }
      if let base = extended(place), arena.kind(base) == .external { return member(ofExternal: base, name, site) }
      return companionMember(place, name, site) ?? declaredField(place, name, site)
    }
    if found == ValueArena.null, !isConstant(name, of: place) { return something(name, ofClass: place) }
    guard arena.kind(found) == .function, arena[found].variant == FunctionForm.own else { return found }
    let method = Int(arena[found].payload)
    let key = functions[method].key
    if program.units[key.unit].tree[key.node].functionForm == .initializer {
      return arena.intern(
        .function, variant: FunctionForm.maker, payload: UInt32(place), [found.raw], isOpen: arena.isOpen(found))
    }
    if isStatic(method), isAccessor(method) { return read(found, site) }
    return isClassMethod(method) ? bound(found, to: type, site) : found
  }

  /// A field that the class only declares: what its type says.
  mutating func declaredField(
    _ type: Int, _ name: NameID, _ site: Site, of object: ValueID? = nil
  ) -> ValueID {
    for place in lineage(type) {
      let body = function(types[place].key)
      guard let declared = functions[body].graph.fields.first(where: { $0.name == name }) else { continue }
      let declaredType = value(declared.type, of: body)
      if let typed = value(ofType: declaredType, site, name) {
        guard declared.isOptional, program.units[types[place].key.unit].rules.optionalsBeginEmpty else { return typed }
        return choose(
          presence(arena.unknown(.operation, origin(body, types[place].key.node, extra: name.raw))), typed,
          ValueArena.null)
      }
      if let object, !declared.isAnnotated, program.units[types[place].key.unit].words.missingIsNothing,
        let later = laterField(object, name)
      {
        return later
      }
      if isForeign(declaredType, in: body) { return unknown(.foreign, site.function, site.node, name) }
    }
    // A base that is not read may be the app's own where nothing says which module has it.
    let mayBeForeign = hasUnreadBase(type) && !program.units[types[type].key.unit].words.namesNeedNoImport
    return unknown(mayBeForeign ? .foreign : .undeclared, site.function, site.node, name)
  }

  private mutating func member(ofTerm base: ValueID, _ name: NameID, _ site: Site) -> ValueID {
    if let value = writtenMember(of: base, name) { return lasting(value) }
    if let value = addedMember(base, name, site) {
      // The SDK's own method has the name, too: the arguments say which is meant.
      let isShared = arena.kind(value) == .function && !models.methods(sort(base), name, isCall: true).isEmpty
      return isShared ? methodValue(base, name, site) : value
    }
    if let value = part(base, name) { return value }
    if let value = memberByRow(base, name, site) { return value }
    if let value = extensionMember(base, name, site) { return value }
    if arena.kind(base) == .record {
      if let value = latestEntry(of: base, arena.text(name), name, site) { return bound(value, to: base, site) }
      if let value = spreadMember(base, name, site) { return value }
    }
    let sort = sort(base)
    if !models.methods(sort, name, isCall: true).isEmpty || !models.methods(.any, name, isCall: true).isEmpty {
      return methodValue(base, name, site)
    }
    if arena.kind(base) == .record, isMissing(arena.text(name), base, site) { return ValueArena.null }
    return child(ofRead: base, name) ?? unknown(.operation, site.function, site.node, name)
  }

  /// Whether a record is known not to have a key.
  private func isMissing(_ key: ValueID, _ record: ValueID, _ site: Site) -> Bool {
    program.units[functions[site.function].key.unit].words.missingIsNothing && !isVague(key) && !isOpenRecord(record)
  }

  /// What a module or object has that is spread into a record.
  mutating func spreadMember(_ record: ValueID, _ name: NameID, _ site: Site) -> ValueID? {
    for entry in entries(record).reversed() where entry.key == ValueArena.absent {
      guard [.module, .external, .object, .type].contains(arena.kind(entry.value)) else { continue }
      let value = member(entry.value, name, site)
      if arena.kind(value) != .unknown { return value }
    }
    return nil
  }

  /// `pair.0`
  private func part(_ tuple: ValueID, _ name: NameID) -> ValueID? {
    let kind = arena.kind(tuple)
    guard kind == .list || kind == .record, let place = program.names.number(name) else { return nil }
    if kind == .record { return entries(tuple).indices.contains(place) ? entries(tuple)[place].value : nil }
    let items = arena.items(tuple)
    return items.indices.contains(place) && arena[tuple].variant == 0 ? items[place].value : nil
  }

  mutating func index(_ base: ValueID, _ key: ValueID, _ site: Site) -> ValueID {
    switch arena.kind(base) {
    case .absent, .null: return ValueArena.absent
    case .choice: return mapAlternatives(base) { $0.index($1, key, site) }
    case .symbol, .stuck: return stuck(.index, 0, [base, key])
    case .made where isWaiting(forSymbols: base): return stuck(.index, 0, [base, key])
    case .list: return item(of: base, key, site)
    case .record:
      if arena.kind(key) == .choice { return mapAlternatives(key) { $0.index(base, $1, site) } }
      if arena.isOpen(key) { return stuck(.index, 0, [base, key]) }
      if let name = arena.knownText(key) {
        if let value = latestEntry(of: base, key, name, site) { return value }
      } else if let value = entry(of: base, key) {
        return value
      }
      // A tuple whose parts have names.
      if let place = arena.integer(key), entries(base).indices.contains(Int(place)) {
        return entries(base)[Int(place)].value
      }
      if isMissing(key, base, site) { return ValueArena.null }
      return isVague(key) ? anyEntry(of: base, key, site) : unknown(madeOf: [base, key], site)
    case .result:
      if let name = arena.knownText(key), let child = child(ofRead: base, name) { return child }
      return part(base)
    case .made where arena.construct(base) == .repeated: return arena.value(base, 0)
    default:
      // What depends on the item of a list stays open until the list is built.
      if case .item? = symbol(of: key) { return stuck(.index, 0, [base, key]) }
      return unknown(madeOf: [base, key], site)
    }
  }

  private mutating func item(of list: ValueID, _ key: ValueID, _ site: Site) -> ValueID {
    let items = arena.items(list)
    guard let place = arena.integer(key), items.allSatisfy({ $0.under == .always && $0.flags.isEmpty }) else {
      return item(of: list, atUnknown: key)
    }
    let index = place < 0 ? items.count + Int(place) : Int(place)
    guard items.indices.contains(index), place >= 0 || arena[list].variant == 0 else {
      return unknown(.operation, site.function, site.node)
    }
    return items[index].value
  }

  // MARK: - Records

  mutating func record(_ parts: [ValueID]) -> ValueID {
    var words: [UInt32] = []
    for place in stride(from: 0, to: parts.count - 1, by: 2) {
      if parts[place] == ValueArena.absent, arena.kind(parts[place + 1]) == .record {
        words += arena.words(parts[place + 1])
      } else {
        words += [parts[place].raw, parts[place + 1].raw]
      }
    }
    let values = words.map { ValueID(raw: $0) }
    return arena.intern(
      .record, words, isOpen: values.contains { arena.isOpen($0) }, size: arena.size(values))
  }

  func entries(_ record: ValueID) -> [(key: ValueID, value: ValueID)] {
    let words = Array(arena.words(record))
    return stride(from: 0, to: words.count - 1, by: 2).map { (ValueID(raw: words[$0]), ValueID(raw: words[$0 + 1])) }
  }

  /// Whether something may be in it that is not known.
  func isOpenRecord(_ record: ValueID) -> Bool {
    entries(record).contains { $0.key == ValueArena.absent || isVague($0.key) }
  }

  /// The last entry of a key.
  func entry(of record: ValueID, _ key: ValueID) -> ValueID? { entries(record).last { $0.key == key }?.value }

  /// The last entry of a key, or what was put over it later: what else is spread into the record, or written under a key
  /// that is not known, may have the key, too.
  private mutating func latestEntry(of record: ValueID, _ key: ValueID, _ name: NameID, _ site: Site) -> ValueID? {
    let all = entries(record)
    guard let place = all.lastIndex(where: { $0.key == key }) else { return nil }
    var value = all[place].value
    for later in all[(place + 1)...] {
      if later.key != ValueArena.absent {
        if isVague(later.key) { value = choose(equality(later.key, key), later.value, value) }
      } else if [.unknown, .symbol, .stuck].contains(arena.kind(later.value)) {
        let other = member(later.value, name, site)
        value = choose(presence(other), other, value)
      }
    }
    return value
  }

  /// The entry of a key that is not known; which it is depends on the key alone.
  private mutating func anyEntry(of record: ValueID, _ key: ValueID, _ site: Site) -> ValueID {
    let all = entries(record).filter { $0.key != ValueArena.absent }
    guard !all.isEmpty else { return unknown(.operation, site.function, site.node) }
    // A table: more than are told apart.
    guard all.count <= Self.mostAlternatives else { return unknown(.variants, site.function, site.node) }
    var rest = CondID.always
    var items: [GuardedItem] = []
    for (place, entry) in all.enumerated() {
      let test = place == all.count - 1 ? .always : equality(key, entry.key)
      items += alternatives(entry.value, under: diagrams.and(rest, test))
      rest = diagrams.and(rest, !test)
    }
    return choice(items)
  }

  /// Whether a record has a key that is not known.
  mutating func hasEntry(_ record: ValueID, _ key: ValueID) -> CondID {
    guard arena.kind(record) == .record, isVague(key), !isOpenRecord(record) else { return .always }
    let all = entries(record)
    guard all.count <= Self.mostAlternatives else {
      return diagrams.condition(Atom(place(of: record, key), .present))
    }
    var any = CondID.never
    for entry in all { any = diagrams.or(any, equality(key, entry.key)) }
    return any
  }

  mutating func putIndex(_ base: ValueID, _ key: ValueID, _ value: ValueID) -> ValueID {
    switch arena.kind(base) {
    case .record:
      let kept = entries(base).filter { $0.key != key }.flatMap { [$0.key, $0.value] }
      return record(kept + [key, value])
    case .choice: return mapAlternatives(base) { $0.putIndex($1, key, value) }
    case .symbol, .stuck: return stuck(.putIndex, 0, [base, key, value])
    case .list: return list(putting(value, at: key, into: base), isEnded: false)
    default: return base
    }
  }

  /// The items of a list with another one at a place, as far as places are known.
  private mutating func putting(_ value: ValueID, at key: ValueID, into base: ValueID) -> [GuardedItem] {
    var items = arena.items(base)
    guard let place = arena.integer(key).map({ Int($0) }), items.allSatisfy({ $0.under == .always && $0.flags.isEmpty })
    else { return putting(value, anywhere: key, into: base) }
    if items.indices.contains(place) {
      items[place].value = value
    } else if place == items.count {
      items.append(GuardedItem(.always, value))
    }
    return items
  }

  /// Each of the items may be the one in whose place it is put.
  private mutating func putting(_ value: ValueID, anywhere key: ValueID, into base: ValueID) -> [GuardedItem] {
    let subject = arena.intern(.stuck, variant: StuckOperation.index.rawValue, [base.raw, key.raw, value.raw])
    return arena.items(base).enumerated().map { place, item in
      guard item.flags.isEmpty else { return item }
      var item = item
      let isHere = diagrams.condition(Atom(SubjectID(subject.raw), .opaque(UInt32(place))))
      item.value = choose(isHere, value, item.value)
      return item
    }
  }

  // MARK: - Operators

  mutating func binary(_ code: UInt8, _ operands: [ValueID], _ site: Site) -> ValueID {
    let (left, right) = (operands[0], operands[1])
    switch Operator(rawValue: code) ?? .other {
    case .equal: return value(of: equality(left, right))
    case .greater: return value(of: order(.greater, left, right))
    case .greaterOrEqual: return value(of: order(.greaterOrEqual, left, right))
    case .contained: return value(of: containment(left, right))
    case .add: return changedNumber(code, operands) ?? sum(left, right, site)
    case .subtract where !arena.isOpen(left) && !arena.isOpen(right):
      return changedNumber(code, operands) ?? unknown(madeOf: [left, right, arena.integer(Int64(code))], site)
    case .range, .openRange:
      if let range = range(left, right, isOpen: code == Operator.openRange.rawValue) { return range }
      if arena.isOpen(left) || arena.isOpen(right) { return stuck(.binary, UInt32(code), operands) }
      return unknown(.operation, site.function, site.node)
    case .remainder where arena.kind(left) == .text: return formatted(left, right)
    case .bitOr where arena.kind(left) == .record: return record([ValueArena.absent, left, ValueArena.absent, right])
    default:
      if arena.isOpen(left) || arena.isOpen(right) { return stuck(.binary, UInt32(code), operands) }
      return unknown(madeOf: [left, right, arena.integer(Int64(code))], site)
    }
  }

  mutating func sum(_ left: ValueID, _ right: ValueID, _ site: Site) -> ValueID {
    switch (arena.kind(left), arena.kind(right)) {
    case (.integer, .integer):
      let (sum, isOverflow) = (arena.integer(left) ?? 0).addingReportingOverflow(arena.integer(right) ?? 0)
      return isOverflow ? unknown(.operation, site.function, site.node) : arena.integer(sum)
    case (.text, _), (_, .text): return text([left, right])
    case (.list, _), (_, .list):
      var items: [GuardedItem] = []
      var isEnded = true
      spread(left, under: .always, into: &items, &isEnded)
      spread(right, under: .always, into: &items, &isEnded)
      return list(items, isEnded: isEnded)
    case (.choice, _): return mapAlternatives(left) { $0.sum($1, right, site) }
    case (_, .choice): return mapAlternatives(right) { $0.sum(left, $1, site) }
    case (.symbol, _), (.stuck, _), (_, .symbol), (_, .stuck):
      return stuck(.binary, UInt32(Operator.add.rawValue), [left, right])
    default:
      let sum = unknown(madeOf: [left, right], site)
      if arena.integer(right) != nil { unknownSums[sum] = [left, right] }
      return sum
    }
  }

  mutating func unary(_ code: UInt8, _ operand: ValueID, _ site: Site) -> ValueID {
    if Operator(rawValue: code) == .negate, let number = arena.integer(operand), number != .min {
      return arena.integer(-number)
    }
    return arena.isOpen(operand)
      ? stuck(.unary, UInt32(code), [operand]) : unknown(madeOf: [operand, arena.integer(Int64(code))], site)
  }

  /// `"users/%s" % uid`: the text keeps its places, and what fills them stands beside it.
  private mutating func formatted(_ text: ValueID, _ values: ValueID) -> ValueID {
    arena.make(.format, [text, values])
  }
}
