import SourceSemantics
import SourceSyntax
import SourceTokens

extension Evaluator {
  /// Nil where the row does not fit what it is asked about.
  mutating func evaluate(_ expression: RowExpression, _ context: inout RowContext) -> ValueID? {
    switch expression {
    case .receiver: return context.receiver
    case .parameter(let place): return context.arguments[place]
    case .text(let content): return arena.text(program.names.intern(content))
    case .typeArgument: return context.types.first
    case .part(let answer): return context.answer.map { part($0, answer) }
    case .handed(let inner, let place, let isPresent):
      return handed(place, isPresent, &context) == .never ? ValueArena.absent : evaluate(inner, &context)
    case .plus(let left, .handed(let inner, let place, let isPresent)):
      guard let base = evaluate(left, &context) else { return nil }
      let under = handed(place, isPresent, &context)
      guard under != .never else { return base }
      guard let step = evaluate(inner, &context) else { return nil }
      return plus(base, GuardedItem(under, step, origin(context, argument: place)))
    case .plus(let left, let right):
      guard let base = evaluate(left, &context), let step = evaluate(right, &context) else { return nil }
      return plus(base, GuardedItem(.always, step, context.origin))
    case .make(.all, let arguments): return all(arguments, &context)
    case .make(let construct, let arguments):
      var values: [ValueID] = []
      for argument in arguments {
        guard let value = evaluate(argument, &context) else { return nil }
        values.append(value)
      }
      if let first = values.first, namesDecide(context.origin), let decided = decided(construct, first, context) {
        return decided.value
      }
      if let value = values.first, construct.assumes { return assumed(construct, value, context) }
      let outer = pendingEffects
      pendingEffects = []
      let result = make(construct, values, context.origin)
      context.effects += pendingEffects
      pendingEffects = outer
      return result
    }
  }

  // MARK: - What is handed over

  /// Under which condition an argument is handed over; what only the run knows counts as handed over.
  private mutating func handed(_ place: Int, _ isPresent: Bool, _ context: inout RowContext) -> CondID {
    let value = context.arguments[place]
    if value == ValueArena.absent { return .never }
    if isPresent, let there = identity(ofOptional: value) {
      context.arguments[place] = there
      return .always
    }
    return isPresent ? given(value) : .always
  }

  /// Whether a value is not known to be null.
  mutating func given(_ value: ValueID) -> CondID {
    switch arena.kind(value) {
    case .absent, .null: return .never
    case .symbol, .stuck: return truth(stuck(.given, 0, [value]))
    case .choice:
      var any = CondID.never
      for item in arena.items(value) { any = diagrams.or(any, diagrams.and(item.under, given(item.value))) }
      return any
    default: return .always
    }
  }

  /// The place of one argument of the call, by its label.
  private mutating func origin(_ context: RowContext, argument place: Int) -> OriginID {
    let call = origins[Int(context.origin.raw)]
    return origin(call.function, call.node, extra: models.labels(of: context.row)[place].raw)
  }

  /// One of the filters that are handed over, or all of them together.
  private mutating func all(_ expressions: [RowExpression], _ context: inout RowContext) -> ValueID? {
    var items: [GuardedItem] = []
    for expression in expressions {
      guard case .handed(let inner, let place, let isPresent) = expression else { continue }
      let under = handed(place, isPresent, &context)
      guard under != .never, let value = evaluate(inner, &context) else { continue }
      items.append(GuardedItem(under, value))
    }
    if items.count == 1, items[0].under == .always { return items[0].value }
    return arena.make(.and, [list(items)])
  }

  // MARK: - Steps

  /// Steps of a query beyond which it is only said that there are more.
  static let mostSteps = 128

  /// A query with one more step; where the step is one of several, it is that many steps that exclude one another.
  mutating func plus(_ base: ValueID, _ step: GuardedItem) -> ValueID {
    switch arena.kind(base) {
    case .choice: return mapAlternatives(base) { $0.plus($1, step) }
    case .query where arena.kind(step.value) == .list: return adding(step, to: base)
    case .query:
      var steps = arena.steps(base)
      for (under, value) in split(step.value) {
        let both = diagrams.and(step.under, under)
        guard both != .never else { continue }
        guard steps.count < Self.mostSteps else {
          steps[steps.count - 1].flags.insert(.repeats)
          break
        }
        steps.append(GuardedItem(both, value, step.origin, step.flags))
      }
      return query(arena.base(base), steps)
    case .symbol, .stuck:
      return choose(step.under, stuck(.plus, step.origin.raw, [base, step.value]), base)
    // The count of a query that callers hand over.
    case .made where isWaiting(forSymbols: base):
      return choose(step.under, stuck(.plus, step.origin.raw, [base, step.value]), base)
    case .absent, .null: return ValueArena.absent
    default: return arena.unknown(.operation, step.origin)
    }
  }

  /// Each of a list of constraints; that there may be more is a step of which nothing is known.
  private mutating func adding(_ steps: GuardedItem, to base: ValueID) -> ValueID {
    var result = base
    var isEnded = arena[steps.value].variant == 0
    for item in arena.items(steps.value) {
      guard !item.flags.contains(.spread) else {
        isEnded = false
        continue
      }
      let under = diagrams.and(steps.under, item.under)
      if under != .never { result = plus(result, GuardedItem(under, item.value, steps.origin, item.flags)) }
    }
    guard !isEnded else { return result }
    return plus(result, GuardedItem(steps.under, arena.make(.unfollowed, []), steps.origin))
  }

  /// The ways in which a constraint may be meant.
  private mutating func split(_ constraint: ValueID) -> [(CondID, ValueID)] {
    if arena.kind(constraint) == .choice { return arena.items(constraint).map { ($0.under, $0.value) } }
    guard let construct = arena.construct(constraint) else { return [(.always, constraint)] }
    let parts = arena.words(constraint).map { ValueID(raw: $0) }
    guard let place = parts.indices.first(where: { arena.kind(parts[$0]) == .choice && decides(construct, $0) }) else {
      return [(.always, constraint)]
    }
    return arena.items(parts[place]).flatMap { item -> [(CondID, ValueID)] in
      var chosen = parts
      chosen[place] = item.value
      let one = arena.make(construct, chosen)
      return split(one).map { (diagrams.and(item.under, $0.0), $0.1) }
    }
  }

  /// Operands make no other query.
  private func decides(_ construct: Construct, _ place: Int) -> Bool {
    switch construct {
    case .filter: place < 2
    case .order, .select, .sum, .average, .limit, .limitToLast, .offset, .orderByChild, .limitToFirst: true
    default: false
    }
  }

  // MARK: - Clients that come from elsewhere

  /// How the code calls what a method is called on.
  private func receiverName(_ call: OriginID) -> NameID? {
    let place = origins[Int(call.raw)]
    let tree = program.units[functions[place.function].key.unit].tree
    guard let callee = tree.call(place.node)?.callee, tree.kind(callee) == .member,
      let base = tree.children(of: callee).first, [.name, .member].contains(tree.kind(base))
    else { return nil }
    return tree.name(base)
  }

  /// What a value of which nothing is known is taken for; nil where something speaks against it.
  private mutating func assumed(_ construct: Construct, _ value: ValueID, _ context: RowContext) -> ValueID? {
    switch construct {
    case .assumedQuery: return assumedQuery(value, context)
    case .assumedByName:
      guard assumed(value, context.origin) != nil, isSure(context.origin), isNamedLikeQuery(value) else { return nil }
      return query(arena.make(.anyQuery, []), [])
    case .assumedReference:
      guard assumed(value, context.origin) != nil, isSure(context.origin) else { return nil }
      return query(arena.make(.anyRealtime, []), [])
    case .assumedDatabase:
      guard assumed(value, context.origin) != nil, isSure(context.origin) else { return nil }
      return arena.make(.database, [])
    case .assumedDocument, .namedDocument:
      guard assumed(value, context.origin) != nil, isSure(context.origin) else { return nil }
      if construct == .namedDocument, name(ofUnknown: value).map({ !program.names.soundsLikeDocument($0) }) == true {
        return nil
      }
      return arena.make(.anyDocument, [])
    default: return assumed(value, context.origin)
    }
  }

  /// The unit imports an SDK, or nothing at all, as pieces of documents do.
  private mutating func isSure(_ origin: OriginID) -> Bool {
    let unit = functions[origins[Int(origin.raw)].function].key.unit
    return importsSDK(unit) || importsNothing(unit)
  }

  private func isNamedLikeQuery(_ value: ValueID) -> Bool {
    guard let name = name(ofUnknown: value) else { return true }
    return program.names.soundsLikeQuery(name) || program.names.soundsLikeDatabase(name)
  }

  /// A database or document, where nothing speaks against it; nil otherwise.
  mutating func assumed(_ value: ValueID, _ origin: OriginID) -> ValueID? {
    guard arena.kind(value) == .unknown, let cause = arena.cause(value), cause == .parameter || cause == .undeclared
    else { return nil }
    let function = origins[Int(origin.raw)].function
    let unit = functions[function].key.unit
    guard mayAsk(unit, cause) else { return nil }
    let names = [name(ofUnknown: value), receiverName(origin)].compactMap(\.self)
    return names.contains { program.names.soundsLikeDatabase($0) }
      ? arena.make(.database, []) : arena.make(.anyDocument, [])
  }

  /// A query of which nothing is known; words that other builders of queries have, too, are not enough.
  private mutating func assumedQuery(_ value: ValueID, _ context: RowContext) -> ValueID? {
    guard assumed(value, context.origin) != nil else { return nil }
    let isSure = isSure(context.origin)
    guard isSure || context.arguments.contains(where: { isOfSDK($0) }) || soundsLikeQuery(value) else { return nil }
    return query(arena.make(.anyQuery, []), [])
  }

  /// A value that only an SDK makes, or a text that only an SDK compares with.
  private func isOfSDK(_ value: ValueID) -> Bool {
    if arena.kind(value) == .made { return true }
    return arena.knownText(value).map { models.strong.contains($0) } ?? false
  }

  private func soundsLikeQuery(_ value: ValueID) -> Bool {
    arena.cause(value) == .parameter && name(ofUnknown: value).map { program.names.soundsLikeQuery($0) } == true
  }

  /// Whether a unit may ask a database of the SDKs: not where another store is imported, unless both are.
  private mutating func mayAsk(_ unit: Int, _ cause: UnknownCause) -> Bool {
    let sections = sections(importedBy: unit)
    let hasOther = sections.contains { models.sections[Int($0)].kind == .other }
    let hasOwn = importsSDK(unit) || importsNothing(unit)
    return !hasOther || (hasOwn && cause == .parameter)
  }
}
