import Diagnostics

/// What a loop goes over.
struct LoopSequence {
  /// The elements when all are known; else one element that stands for each.
  var elements: [ScannedValue]
  var isKnown: Bool
  var repetition: Repetition
  /// The request whose documents they are.
  var result: ScannedResult?
}

extension Interpreter {
  /// How many known elements are gone through one by one.
  private static let unrollLimit = 16

  /// The repetition of what stands in an inner loop: that it is done per document weighs most.
  func deeper(_ inner: Repetition) -> Repetition {
    switch (repetition, inner) {
    case (.perDocument?, .perElement), (.perDocument?, .repeated), (.repeated?, .perElement): repetition ?? inner
    case (.perElement(let outer)?, .perElement(let count)):
      .perElement(atMost: outer.flatMap { outer in count.flatMap { Self.product(outer, $0) } })
    case (nil, _), (_, .perDocument), (.perElement?, _), (.repeated?, .repeated): inner
    }
  }

  private static func product(_ left: Int, _ right: Int) -> Int? {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? nil : product
  }

  func sequence(of value: ScannedValue) -> LoopSequence {
    switch value {
    case .list(let list) where !list.isOpen && list.elements.count <= Self.unrollLimit:
      return LoopSequence(
        elements: list.elements, isKnown: true, repetition: .perElement(atMost: list.maximumCount))
    case .list(let list):
      let element = list.elements.isEmpty ? .unknown(UnknownValue()) : ScannedValue.oneOf(list.elements).limited
      return LoopSequence(elements: [element], isKnown: false, repetition: .perElement(atMost: list.maximumCount))
    case .result(let result) where result.part != .document:
      return LoopSequence(
        elements: [.result(result.with(.document))], isKnown: false, repetition: .perDocument(of: result.location),
        result: result)
    case .null: return LoopSequence(elements: [], isKnown: true, repetition: .perElement(atMost: 0))
    // A walk over a dictionary of Python brings its keys.
    case .record(let entries) where source.language == .python && entries.count <= Self.unrollLimit:
      return LoopSequence(elements: entries.map(\.name), isKnown: true, repetition: .perElement(atMost: entries.count))
    case .record(let entries) where entries.count <= Self.unrollLimit:
      let pairs = entries.map { ScannedValue.list(ScannedList([$0.name, $0.value])) }
      return LoopSequence(elements: pairs, isKnown: true, repetition: .perElement(atMost: pairs.count))
    case .type(let key):
      guard let type = index.type(key: key), index.types[type].kind == .enumeration else { break }
      let cases = index.types[type].cases.compactMap { enumCase($0.name, of: type) }
      return LoopSequence(
        elements: cases, isKnown: cases.count <= Self.unrollLimit, repetition: .perElement(atMost: cases.count))
    case .query, .document, .realtime:
      // What a closure makes of each element of something that is not known.
      return LoopSequence(elements: [value], isKnown: false, repetition: .perElement(atMost: nil))
    case .alternatives(let values):
      if let result = values.lazy.compactMap({ value in
        if case .result(let result) = value, result.part != .document { result } else { nil }
      }).first {
        return sequence(of: .result(result))
      }
      let sequences = values.filter { $0 != .null }.map(sequence)
      let elements = sequences.flatMap(\.elements)
      return LoopSequence(
        elements: elements.isEmpty ? [.unknown(UnknownValue())] : [ScannedValue.oneOf(elements).limited],
        isKnown: false,
        repetition: .perElement(atMost: value.maximumCount))
    default: break
    }
    return LoopSequence(
      elements: [.unknown(UnknownValue())], isKnown: false, repetition: .perElement(atMost: value.maximumCount))
  }

  func execute(_ loop: Loop, _ span: Span) -> [Path] {
    let inner = Scope(id: newID(), parent: scope, file: scope.file, isFunction: false)
    return within(inner) {
      let starts = loop.prelude.isEmpty ? [Path(state: state)] : execute(loop.prelude, from: [state], tail: false)
      let paths = starts.flatMap { start -> [Path] in
        guard start.isNormal else { return [start] }
        state = start.state
        return run(loop, span)
      }
      return closing(inner, paths)
    }
  }

  private func run(_ loop: Loop, _ span: Span) -> [Path] {
    let outer = repetition
    defer { repetition = outer }
    guard let expression = loop.sequence else {
      forgetCounters(of: loop)
      repetition = deeper(rounds(of: loop).map { .perElement(atMost: $0) } ?? .repeated)
      return repeated(loop, span)
    }
    let value = evaluate(expression)
    let sequence = sequence(of: value)
    repetition = deeper(sequence.repetition)
    if let result = sequence.result, looksAtElement(loop), !usesRest(of: loop.sequence, filteredIn: span) {
      log.add(.filteredAfterRead(location(loop.tests[0].span)), to: result.location)
    } else if let result = sequence.result, silence == 0, let names = loop.binding?.names,
      let condition = KeptElements(loop.body, of: names).condition, !usesRest(of: loop.sequence, filteredIn: span)
    {
      log.add(.filteredAfterRead(location(condition)), to: result.location)
    }
    return sequence.isKnown
      ? unrolled(loop, sequence.elements, areTold: isTold(value, by: expression))
      : someTimes(loop, sequence.elements.first, span)
  }

  private func looksAtElement(_ loop: Loop) -> Bool {
    guard silence == 0, !loop.tests.isEmpty, let names = loop.binding?.names else { return false }
    return loop.tests.contains { test in
      test.mentions(names) && !test.asksOnlyForChange(of: names) && !test.asksOnlyForExistence(of: names)
    }
  }

  /// Every element of a known list.
  /// - Parameter areTold: the code says all of them (``isTold(_:by:)``).
  private func unrolled(_ loop: Loop, _ elements: [ScannedValue], areTold: Bool) -> [Path] {
    var live = [state]
    var done: [Path] = []
    for element in elements {
      var next: [PathState] = []
      for start in live {
        state = start
        for path in body(of: loop, element, isTold: areTold) {
          switch path.completion {
          case .normal, .continued: next.append(path.state)
          case .broke: done.append(Path(state: path.state))
          case .returned, .value, .threw: done.append(path)
          }
        }
      }
      live = PathState.bounded(next, isExhausted ? 1 : PathState.limit)
      if live.isEmpty { break }
    }
    return done + live.map { Path(state: $0) }
  }

  /// Not at all, once, or more often: what grew in the loop may have grown any number of times.
  private func someTimes(_ loop: Loop, _ element: ScannedValue?, _ span: Span) -> [Path] {
    let before = state
    let first = pass(loop, element, from: [before], since: before, span)
    var paths = first.done
    let changed = first.live.filter { $0.digest != before.digest }
    if !changed.isEmpty {
      let second = pass(loop, element, from: changed, since: before, span)
      paths += second.done
      // What a second time adds to is marked already.
      paths += second.live.map { Path(state: $0) }.filter { _ in changed.isEmpty }
    }
    let after = PathState.bounded([before] + first.live)
    return paths + after.map { Path(state: $0) }
  }

  /// A loop with a condition.
  private func repeated(_ loop: Loop, _ span: Span) -> [Path] {
    let before = state
    let first = pass(loop, nil, from: [before], since: before, span)
    var paths = first.done
    var live = [before] + first.live
    let changed = first.live.filter { $0.digest != before.digest }
    if !changed.isEmpty {
      let second = pass(loop, nil, from: changed, since: before, span)
      paths += second.done
      if live.isEmpty { live = second.live }
    }
    return paths + PathState.bounded(live).map { Path(state: $0) }
  }

  private func pass(
    _ loop: Loop, _ element: ScannedValue?, from states: [PathState], since before: PathState, _ span: Span
  ) -> (live: [PathState], done: [Path]) {
    var live: [PathState] = []
    var done: [Path] = []
    for start in PathState.bounded(states) {
      state = start
      for path in body(of: loop, element) {
        var path = path
        path.state.markGrowth(since: before, at: location(span))
        switch path.completion {
        case .normal, .continued: live.append(path.state)
        case .broke: done.append(Path(state: path.state))
        case .returned, .value, .threw: done.append(path)
        }
      }
    }
    return (PathState.bounded(live), done)
  }

  private func body(of loop: Loop, _ element: ScannedValue?, isTold: Bool = false) -> [Path] {
    let inner = Scope(id: newID(), parent: scope, file: scope.file, isFunction: false)
    let paths = within(inner) { () -> [Path] in
      if let binding = loop.binding {
        if isTold, let element {
          declareTold(binding, element)
        } else {
          declare(binding, element ?? .unknown(UnknownValue()))
        }
      }
      let tests = forking {
        let answer = self.decide(loop.tests)
        return [Path(state: self.state, completion: answer == false ? .broke : .normal)]
      }
      return tests.flatMap { test -> [Path] in
        guard test.isNormal else { return [test] }
        state = test.state
        return execute(loop.body, from: [state], tail: false)
      }
    }
    return closing(inner, paths)
  }

  // MARK: Closures for elements

  /// `forEach`, `map`, `filter` and the like.
  func iterate(
    _ value: ScannedValue, _ returns: SDKMeaning.IterationValue, _ arguments: [CallArgument], _ call: Call
  ) -> ScannedValue {
    let sequence = sequence(of: value)
    let outer = repetition
    repetition = deeper(sequence.repetition)
    defer { repetition = outer }
    if case .same(isFilter: true) = returns, let result = sequence.result, silence == 0,
      arguments.contains(where: looksAtElement), !usesRest(of: call.list, filteredIn: call.span)
    {
      log.add(.filteredAfterRead(location(nameSpan(call.callee))), to: result.location)
    }
    if case .nothing = returns, let result = sequence.result, silence == 0,
      let condition = arguments.lazy.compactMap(self.conditionOfKeeping).first,
      !usesRest(of: call.list, filteredIn: call.span)
    {
      log.add(.filteredAfterRead(location(condition)), to: result.location)
    }
    let areTold = call.list.map { isTold(value, by: $0) } ?? false
    let mapped =
      sequence.isKnown
      ? sequence.elements.map { element in
        deliver(parts(of: element, value, arguments), to: arguments, isCertain: true, areTold: areTold)
          ?? .unknown(UnknownValue())
      }
      : [growing(call) { self.deliver(sequence.elements, to: arguments, isCertain: false) ?? .unknown(UnknownValue()) }]
    switch returns {
    case .same: return value
    case .nothing: return .unknown(UnknownValue())
    case .mapped: return list(mapped, of: sequence, value)
    }
  }

  /// `filters.forEach { key, value in … }`: a pair, or both parts of it.
  private func parts(of element: ScannedValue, _ sequence: ScannedValue, _ arguments: [CallArgument]) -> [ScannedValue]
  {
    guard case .record = sequence, case .list(let pair) = element else { return [element] }
    let takesBoth = arguments.contains { argument in
      guard case .function(let reference) = argument.value else { return false }
      let info = index.functions[reference.index]
      return info.parameters.count > 1 || info.parameters.isEmpty && (info.body ?? []).contains { $0.mentions(["$1"]) }
    }
    return takesBoth ? pair.elements : [element]
  }

  private func growing(_ call: Call, _ body: () -> ScannedValue) -> ScannedValue {
    let before = state
    let value = body()
    state.markGrowth(since: before, at: location(nameSpan(call.callee)))
    return value
  }

  /// What `map` made: of a result it is still the result, unless queries were made of it.
  private func list(_ mapped: [ScannedValue], of sequence: LoopSequence, _ value: ScannedValue) -> ScannedValue {
    if sequence.isKnown { return .list(ScannedList(mapped)) }
    if let result = sequence.result, !mapped.contains(where: \.holdsQuery) { return .result(result.with(.documents)) }
    return .list(ScannedList(mapped.filter { !$0.isUnknown }, isOpen: true))
  }

  /// On what a closure keeps the elements that it is called for, where it does nothing else with them.
  private func conditionOfKeeping(_ argument: CallArgument) -> Span? {
    guard case .function(let reference) = argument.value else { return nil }
    let info = index.functions[reference.index]
    guard let names = info.parameters.first?.pattern.names ?? (info.isClosure ? ["$0", "it"] : nil) else { return nil }
    return KeptElements(info.body ?? [], of: names).condition
  }

  private func looksAtElement(_ argument: CallArgument) -> Bool {
    argument.value.possibilities.contains { value in
      guard case .function(let reference) = value else { return false }
      let info = index.functions[reference.index]
      guard let names = info.parameters.first?.pattern.names ?? (info.isClosure ? ["$0", "it"] : nil) else {
        return false
      }
      return (info.body ?? []).contains { statement in
        statement.mentions(names) && !statement.asksOnlyForChange(of: names)
          && !statement.asksOnlyForExistence(of: names)
      }
    }
  }
}

extension Call {
  /// From the receiver or the callee to the last argument.
  fileprivate var span: Span { Span(callee.span.start, max(callee.span.end, arguments.last?.value.span.end ?? 0)) }

  /// What it goes over: `docs` of `docs.filter(…)` and of `filter(…, docs)`.
  fileprivate var list: Expression? {
    if case .member(let base, _) = callee.kind { return base }
    return arguments.count == 2 ? arguments[1].value : nil
  }
}
