import Diagnostics
import FirestoreModel
import QueryModel

extension Interpreter {
  /// How deep expressions and statements may be nested, inlined functions included.
  static let nestingLimit = 220

  /// The value of an expression; what it calls on the way is recorded.
  func evaluate(_ expression: Expression) -> ScannedValue {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting < Self.nestingLimit else { return .unknown(UnknownValue()) }
    let value = valueOfKind(expression)
    if !(hasMetDatabase && allowance.hasMetDatabase), value.isOfDatabase { noteDatabase() }
    return value
  }

  private func valueOfKind(_ expression: Expression) -> ScannedValue {
    switch expression.kind {
    case .name(let name): return value(ofName: name, expression.span)
    case .text(let parts): return .text(parts.flatMap(pieces).joinedLiterals)
    case .integer(let number): return .integer(number)
    case .number: return .scalar
    case .boolean(let value): return .boolean(value)
    case .null: return .null
    case .list(let elements): return list(elements)
    case .record(let entries): return object(entries, expression.span) ?? record(entries)
    case .spread(let inner): return evaluate(inner)
    case .member(let base, let name): return member(base, name, expression)
    case .implicitMember(let name): return implicitMember(name, expression.span)
    case .index(let base, let arguments):
      let value = element(evaluate(base), arguments.map(evaluate), expression.span)
      return measuredSlice(value, Span(base.span.end, expression.span.end))
    case .call(let call): return evaluate(call, expression)
    case .closure(let closure): return reference(to: closure, expression.span)
    case .conditional(let condition, let then, let otherwise): return conditional(condition, then, otherwise)
    case .fallback(let left, let right): return fallback(left, right)
    case .concatenation(let operands): return concatenation(operands, expression)
    case .assignment(let target, let value, let isCompound): return assignment(target, value, isCompound)
    case .cascade(let receiver, let sections): return cascade(receiver, sections)
    case .cascadeReceiver: return cascadeReceivers.last ?? .unknown(UnknownValue())
    case .statements(let statements): return blockValue(statements)
    case .other(let operands): return operation(expression, operands)
    }
  }

  // MARK: Literals

  private func pieces(_ part: TextPart) -> [TextPiece] {
    switch part {
    case .literal(let text): [.literal(text)]
    case .interpolation(let expression): evaluate(expression).withoutNull.textPieces
    }
  }

  private func list(_ elements: [Expression]) -> ScannedValue {
    var list = ScannedList([])
    for element in elements {
      guard case .spread(let inner) = element.kind else {
        list.appendOne(evaluate(element))
        continue
      }
      list.append(evaluate(inner))
    }
    return .list(list)
  }

  private func record(_ entries: [RecordEntry]) -> ScannedValue {
    var all: [ScannedEntry] = []
    for entry in entries { add(entry, to: &all) }
    return .record(all.lastOfEachKey)
  }

  /// - Parameters:
  ///   - expectedKey: the type that the context expects of its key.
  ///   - expectedValue: the same of its value.
  func add(
    _ entry: RecordEntry, to all: inout [ScannedEntry], key expectedKey: ExpectedType? = nil,
    value expectedValue: ExpectedType? = nil
  ) {
    switch entry.key {
    case .name(let name): all.append(ScannedEntry(name, evaluate(entry.value, as: expectedValue)))
    case .computed(let key):
      let name = evaluate(key, as: expectedKey)
      let value = evaluate(entry.value, as: expectedValue)
      all.append(ScannedEntry(key: enumKey(name).map { .text([.literal($0)]) } ?? name, value))
    case .spread:
      switch evaluate(entry.value) {
      case .record(let inner): all += inner
      case .null where source.language.isScript: break
      case .handle(let module): all.append(ScannedEntry(key: .unknown(UnknownValue()), .handle(module)))
      default: all.open()
      }
    }
  }

  // MARK: Choices

  func conditional(
    _ condition: Expression, _ then: Expression, _ otherwise: Expression, expecting type: ExpectedType? = nil
  ) -> ScannedValue {
    switch decide([condition]) {
    case true: return evaluate(then, as: type)
    case false: return evaluate(otherwise, as: type)
    case nil: break
    }
    let outcome = choice(proposition(condition))
    if let outcome { assumeParts(of: condition, holds: outcome) }
    switch outcome {
    case true: return evaluate(then, where: condition, holds: true, type)
    case false: return evaluate(otherwise, where: condition, holds: false, type)
    case nil:
      return together([
        { self.evaluate(then, where: condition, holds: true, type) },
        { self.evaluate(otherwise, where: condition, holds: false, type) },
      ])
    }
  }

  private func evaluate(
    _ expression: Expression, where condition: Expression, holds: Bool, _ type: ExpectedType?
  ) -> ScannedValue {
    let narrowed = narrow([condition], hold: holds)
    defer { state.widen(narrowed) }
    return evaluate(expression, as: type)
  }

  /// `a ?? b`: what is there is used; what may be missing is one of both.
  private func fallback(_ left: Expression, _ right: Expression) -> ScannedValue {
    let value = unwrapped(evaluate(left), left)
    switch value {
    case .null: return evaluate(right)
    case .unknown, .alternatives:
      let other = together([{ self.evaluate(right) }, { .null }])
      // `name ?: return`
      let others = right.leaves ? [] : other.possibilities.filter { $0 != .null }
      let known = value.possibilities.filter { $0 != .null }
      // `db or firestore.Client()`: what is handed over is of the same kind.
      if known.allSatisfy(\.isUnknown), let database = others.first(where: \.isDatabase) { return database }
      // `request.query.sort || "createdAt"`: most ask for it.
      if known.allSatisfy(\.isUnknown), others.count == 1, others[0].isNameByDefault {
        return ScannedValue.oneOf(others + known)
      }
      // `text ?? ""` says nothing about the text.
      if known.allSatisfy(\.isUnknown), others.allSatisfy({ !$0.holdsQuery }) { return typed(value, like: others) }
      return ScannedValue.oneOf(known + others).limited
    default:
      if isPassed(value, as: left) || isHandedOn(left) { return value }
      if truth(value) == false, sign(between: [left, right]) == .disjunction { return evaluate(right) }
      let other = together([{ self.evaluate(right) }, { .null }])
      // Two queries: whoever wrote the second one has seen the first one missing.
      let queries = value.holdsQuery ? other.possibilities.filter(\.holdsQuery) : []
      return queries.isEmpty ? value : ScannedValue.oneOf(value.possibilities + queries).limited
    }
  }

  /// Whether a caller has passed a query as the variable.
  private func isPassed(_ value: ScannedValue, as variable: Expression) -> Bool {
    guard depth > 0, case .query = value, !value.isUnknownPlace, case .name(let name) = variable.kind else {
      return false
    }
    return declaringScope(of: name)?.isFunction == true
  }

  /// An unknown value stays one; a list of unknown elements is at least a list.
  private func typed(_ value: ScannedValue, like others: [ScannedValue]) -> ScannedValue {
    if case .list? = others.first, others.count == 1 { return .list(ScannedList([], isOpen: true)) }
    return value.possibilities.first { $0.isUnknown } ?? value
  }

  // MARK: Operators

  private func concatenation(_ operands: [Expression], _ expression: Expression) -> ScannedValue {
    let values = operands.map(evaluate)
    return changedNumber(operands, values) ?? sum(values)
  }

  /// What was read and something else, as a number; nil when nothing was read, or a text may come out.
  func changedNumber(_ operands: [Expression], _ values: [ScannedValue]) -> ScannedValue? {
    guard values.count == 2 else { return nil }
    for (place, value) in values.enumerated() {
      guard let number = readNumber(value, operands[place]) else { continue }
      switch values[1 - place] {
      case .integer, .scalar, .unknown: return .unknown(UnknownValue(.changed(number)))
      default: return nil
      }
    }
    return nil
  }

  private func readNumber(_ value: ScannedValue, _ expression: Expression) -> ReadNumber? {
    if case .result(let result) = value, case .realtime(let query) = result.target {
      return ReadNumber(location: query.location)
    }
    // `data.likes`, `data["likes"]` of what was read.
    let base: Expression
    let name: String
    switch expression.kind {
    case .member(let inner, let member): (base, name) = (inner, member)
    case .index(let inner, let keys) where keys.count == 1:
      guard case .text(let parts) = keys[0].kind, case .literal(let member)? = parts.first, parts.count == 1 else {
        return nil
      }
      (base, name) = (inner, member)
    case .fallback(let left, _): return silently { readNumber(evaluate(left), left) }
    default: return nil
    }
    guard value.isUnknown, case .result(let result) = silently({ evaluate(base) }),
      case .realtime(let query) = result.target
    else { return nil }
    return ReadNumber(location: query.location, member: Text(name))
  }

  /// Texts and lists put together; anything else is not known.
  func sum(_ values: [ScannedValue]) -> ScannedValue {
    if values.contains(where: { if case .alternatives = $0 { true } else { false } }) {
      let rows = combinations(values.map(\.possibilities), limit: ScannedValue.alternativeLimit)
      return rows.isComplete ? ScannedValue.oneOf(rows.all.map(sum)).limited : .unknown(UnknownValue())
    }
    if values.contains(where: { if case .list = $0 { true } else { false } }) {
      var list = ScannedList([])
      for value in values { list.append(value) }
      return .list(list)
    }
    if values.contains(where: { if case .text = $0 { true } else { false } }) {
      return .text(values.flatMap(\.textPieces).joinedLiterals)
    }
    if case .integer(let left)? = values.first, values.count == 2, case .integer(let right) = values[1] {
      let (result, overflow) = left.addingReportingOverflow(right)
      return overflow ? .scalar : .integer(result)
    }
    return values.allSatisfy { if case .scalar = $0 { true } else { false } } ? .scalar : .unknown(UnknownValue())
  }

  private func cascade(_ receiver: Expression, _ sections: [Expression]) -> ScannedValue {
    let value = evaluate(receiver)
    cascadeReceivers.append(value)
    defer { cascadeReceivers.removeLast() }
    for section in sections { _ = evaluate(section) }
    // A list that a section added to is the list with its new elements.
    return cascadeReceivers.last ?? value
  }

  /// `if`, `when` or a block used as a value.
  private func blockValue(_ statements: [Statement]) -> ScannedValue {
    let paths = execute(statements, from: [state], tail: true)
    var values: [ScannedValue] = []
    var states: [PathState] = []
    for path in paths {
      switch path.completion {
      case .value(let value):
        values.append(value)
        states.append(path.state)
      case .normal:
        values.append(.unknown(UnknownValue()))
        states.append(path.state)
      case .returned(let value): strayReturns.append(value)
      case .broke, .continued, .threw: break
      }
    }
    // Which query it is goes with what was decided on the way.
    if values.count > 1, values.contains(where: \.holdsQuery), let pick = choose(nil, values.count) {
      state = states[pick]
      return values[pick]
    }
    if let joined = PathState.joined(states) { state = joined }
    return ScannedValue.oneOf(values).limited
  }
}

extension ScannedValue {
  /// A text that may be a field or a collection; not a direction, which has two values in any case.
  var isNameByDefault: Bool {
    guard let text = knownText else { return false }
    return !["", "asc", "desc"].contains(text)
  }

  /// What it is where it is there.
  var withoutNull: ScannedValue {
    if case .unknown(var unknown) = self, unknown.type?.isOptional == true {
      unknown.type?.isOptional = false
      return .unknown(unknown)
    }
    guard case .alternatives(let values) = self, values.contains(.null) else { return self }
    return ScannedValue.oneOf(values.filter { $0 != .null })
  }

  var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }
}

extension [TextPiece] {
  /// Longer texts name nothing: a path of Firestore has at most 6 KiB.
  private static let longest = 8_192

  /// Literals that stand side by side are one. What grows beyond any name is not kept.
  var joinedLiterals: [TextPiece] {
    var result: [TextPiece] = []
    var length = 0
    for piece in self {
      if case .literal(let text) = piece { length += text.utf8.count } else { length += 1 }
      guard length <= Self.longest else { return [.unknown] }
      if case .literal(let text) = piece, case .literal(let before)? = result.last {
        result[result.count - 1] = .literal(before + text)
      } else {
        result.append(piece)
      }
    }
    if result.count > 1 { result.removeAll { $0 == .literal("") } }
    return result.isEmpty ? [.literal("")] : result
  }
}

extension ScannedList {
  /// Elements that are told apart.
  private static let longest = 1_024

  /// The elements of a list, or one value.
  mutating func append(_ value: ScannedValue) {
    let count = maximumCount
    defer { openMaximum = count.flatMap { own in value.maximumCount.map { own + $0 } } }
    guard elements.count < Self.longest else {
      isOpen = true
      return
    }
    guard case .list(let inner) = value else {
      isOpen = true
      if !value.isUnknown { elements.append(value) }
      return
    }
    elements += inner.elements.prefix(Self.longest)
    isOpen = isOpen || inner.isOpen || inner.elements.count > Self.longest
  }
}

/// Every way to take one of each; not all when there are too many.
func combinations<T>(_ choices: [[T]], limit: Int) -> (all: [[T]], isComplete: Bool) {
  var rows: [[T]] = [[]]
  for choice in choices {
    guard rows.count * choice.count <= limit else {
      rows = rows.map { row in choice.first.map { row + [$0] } ?? row }
      let rest = choices.dropFirst(rows.first?.count ?? 0).compactMap(\.first)
      return (rows.map { $0 + rest }, false)
    }
    rows = rows.flatMap { row in choice.map { row + [$0] } }
  }
  return (rows, true)
}

extension ScannedValue {
  fileprivate var isDatabase: Bool { if case .database = self { true } else { false } }
}
