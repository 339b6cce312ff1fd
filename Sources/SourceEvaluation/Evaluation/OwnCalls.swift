import SourceSemantics
import SourceSyntax
import SourceTokens

/// Calls of functions that are read.
extension Evaluator {
  /// Calls of a function that are told apart for what it hands out.
  static let mostMadeBindings = 16

  mutating func invokeOwn(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let function = Int(arena[callee].payload)
    let info = calls[Int(shape)]
    let caller = origins[Int(info.origin.raw)].function
    if lies(caller, in: function) { noteRecursion(callee, function, arguments, info) }
    if caller != function { callers[function, default: []].insert(caller) }
    guard mayFollow(function) else {
      noteRecursion(callee, function, arguments, info)
      return Applied(
        value: cut(at: following.last { $0.function == function }?.depth ?? depth),
        effects: caller == function ? [] : visited(function, binding(of: callee, function, arguments, info)))
    }
    guard following.count < Self.deepestCalls, mayRepeat(function) else {
      limitCounts.depth += 1
      return notFollowed(callee, arguments, shape)
    }
    following.append(FollowedCall(function: function, depth: depth))
    defer { following.removeLast() }
    let graph = functions[function].graph
    guard !graph.isCut else { return notFollowed(callee, arguments, shape) }
    _ = value(graph.result, of: function)
    let binding = again(binding(of: callee, function, arguments, info), function)
    if madeBindings[function, default: []].count < Self.mostMadeBindings,
      !madeBindings[function, default: []].contains(binding)
    {
      madeBindings[function, default: []].append(binding)
    }
    var result = Applied(value: substitute(value(graph.result, of: function), binding))
    if functions[function].hasReceiver {
      let receiver = arena.value(callee, 0)
      let after = substitute(value(graph.this, of: function), binding)
      if after != receiver { result.receiver = after }
    }
    noteChanges(graph, function, arguments, info, binding, &result)
    result.effects = asked(of: function, binding, by: info.origin)
    return result
  }

  /// Calls of one function inside of one another that are followed.
  private static let mostNested = 8

  /// A function that is being followed calls itself. Only once it is known what it makes of its parameters this is
  /// another call: of a function that callers handed to it, which calls it for something else.
  private func mayFollow(_ function: Int) -> Bool {
    let nested = following.count { $0.function == function }
    guard nested > 0 else { return true }
    let result = functions[function].graph.result
    return nested < Self.mostNested && functions[function].values[Int(result.raw)] != 0
  }

  /// One call more of a function that is being followed: functions that call each other call them again and again.
  private mutating func mayRepeat(_ function: Int) -> Bool {
    guard following.contains(where: { $0.function == function }) else { return true }
    budget.repetitions -= 1
    return budget.repetitions >= 0
  }

  private mutating func noteChanges(
    _ graph: ValueGraph, _ function: Int, _ arguments: [ValueID], _ info: CallShape, _ binding: UInt32,
    _ result: inout Applied
  ) {
    for (place, argument) in arguments.enumerated() {
      let label = place < info.labels.count ? info.labels[place] : .empty
      let index = label == .empty ? place : graph.parameters.firstIndex { $0.label == label } ?? -1
      guard graph.exitParameters.indices.contains(index), graph.parameters[index].form == .plain else { continue }
      let node = graph.exitParameters[index]
      guard graph[node].operation != .parameter, graph[node].operation != .absent else { continue }
      let after = substitute(value(node, of: function), binding)
      if after != argument { result.arguments[place] = after }
    }
  }

  /// What the symbols of a function are in a call.
  mutating func binding(
    of callee: ValueID, _ function: Int, _ arguments: [ValueID], _ info: CallShape
  ) -> UInt32 {
    let words = Array(arena.words(callee))
    var pairs = stride(from: 1, to: words.count - 1, by: 2).map {
      Binding.Pair(symbol: ValueID(raw: words[$0]), value: ValueID(raw: words[$0 + 1]))
    }
    if functions[function].hasReceiver {
      pairs.append(Binding.Pair(symbol: symbol(.this(function: function)), value: ValueID(raw: words[0])))
    }
    let values = bind(arguments, info.labels, to: function)
    for (place, value) in values.enumerated() {
      pairs.append(Binding.Pair(symbol: symbol(.parameter(function: function, place: place)), value: value))
    }
    return binding(pairs)
  }

  /// The arguments in the order of the parameters, with defaults for what is left out.
  mutating func bind(_ arguments: [ValueID], _ labels: [NameID], to function: Int) -> [ValueID] {
    let parameters = functions[function].graph.parameters
    var values: [ValueID?] = Array(repeating: nil, count: parameters.count)
    var rest: [GuardedItem] = []
    var isRestEnded = true
    var keywords: [ValueID] = []
    var next = 0
    var given = expand(arguments, labels)
    given.removeAll { $0.value == ValueArena.absent && $0.label != Word.each.name && $0.label != Word.or.name }
    for (label, value) in given {
      if label == Word.each.name {
        if next < parameters.count, parameters[next].form == .rest {
          spread(value, under: .always, into: &rest, &isRestEnded)
        } else {
          // Whichever of the items come here.
          while next < parameters.count, parameters[next].form == .plain, !parameters[next].isNamedOnly {
            values[next] = index(value, arena.integer(Int64(next)), Site(function: function, node: NodeID(0)))
            next += 1
          }
          if next < parameters.count, parameters[next].form == .rest {
            spread(some(value), under: .always, into: &rest, &isRestEnded)
          }
        }
      } else if label == .empty {
        if next < parameters.count, parameters[next].form == .plain, !parameters[next].isNamedOnly {
          values[next] = value
          next += 1
        } else if parameters.contains(where: { $0.form == .rest }) {
          rest.append(GuardedItem(.always, value))
        }
      } else if label == Word.or.name {
        keywords += [ValueArena.absent, value]
      } else if let place = parameters.firstIndex(where: { $0.label == label && $0.form == .plain }) {
        values[place] = handedOn(value, to: function, place)
      } else {
        keywords += [arena.text(label), value]
      }
    }
    return parameters.indices.map { place in
      switch parameters[place].form {
      case .rest: list(rest, isEnded: isRestEnded)
      case .keywords: record(keywords)
      case .plain:
        values[place].map { expected(orDefault($0, function, place), function, place) }
          ?? fromKeywords(keywords, parameters[place].name)
          ?? initial(function, place)
      }
    }
  }

  /// The argument as the declared type of the parameter makes it.
  private mutating func expected(_ value: ValueID, _ function: Int, _ place: Int) -> ValueID {
    // One of several values may be nothing, where the type says that nothing is taken.
    let isOneOf = arena.kind(value) == .choice && !mayBeNothing(functions[function].graph.parameters[place], function)
    let isUnknown = isOneOf ? arena.items(value).contains { isUntyped($0.value) } : isUntyped(value)
    guard hasImplicitMembers || isUnknown, let (outer, node) = declaredType(function, place),
      functions[outer].graph[node].operation != .absent
    else { return value }
    let type = self.value(node, of: outer)
    guard isUnknown, !isImplicit(value) else { return expect(value, type) }
    return typed(value, type, Site(function: function, node: functions[function].graph.parameters[place].node))
  }

  private func isUntyped(_ value: ValueID) -> Bool { arena.kind(value) == .unknown || arena.kind(value) == .stuck }

  /// A value of which nothing is known is what its type says: of the SDK's types, also where only a caller knows it.
  mutating func typed(_ value: ValueID, _ type: ValueID, _ site: Site) -> ValueID {
    switch arena.kind(value) {
    // What a class holds that only keeps values is not that of whichever object of it the code makes.
    case .unknown where arena.kind(type) != .type || mayAsk(family(Int(arena[type].payload))):
      return self.value(ofType: type, site, .empty) ?? value
    case .stuck where arena.kind(type) == .external && typeRow(type).map({ isHandle($0) }) == true:
      return stuck(.typed, 0, [value, type])
    case .choice where arena.kind(type) == .external:
      return mapAlternatives(value) { $0.typed($1, type, site) }
    default: return value
    }
  }

  /// A parameter that is handed on to a base: where it is left out, the default of the base is meant.
  private mutating func handedOn(_ value: ValueID, to function: Int, _ place: Int) -> ValueID {
    guard case .parameter(let caller, let own)? = symbol(of: value) else { return value }
    let parameter = functions[caller].graph.parameters[own]
    guard program.units[functions[caller].key.unit].tree[parameter.node].flags.contains(.ofBase) else { return value }
    return choose(given(value), value, initial(function, place))
  }

  /// What a caller passes may be nothing: then the default is meant.
  private mutating func orDefault(_ value: ValueID, _ function: Int, _ place: Int) -> ValueID {
    guard program.units[functions[function].key.unit].words.missingIsNothing, mayBeMissing(value) else { return value }
    let initial = initial(function, place)
    return initial == ValueArena.absent ? value : choose(presence(value), value, initial)
  }

  /// A part of something that is not known.
  private func mayBeMissing(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .unknown: arena.cause(value) == .parameter || arena.cause(value) == .operation
    case .stuck: arena[value].variant == StuckOperation.member.rawValue
    case .null: true
    default: false
    }
  }

  private mutating func fromKeywords(_ keywords: [ValueID], _ name: NameID) -> ValueID? {
    for place in stride(from: 0, to: keywords.count - 1, by: 2) where keywords[place] == ValueArena.absent {
      switch arena.kind(keywords[place + 1]) {
      case .record:
        let key = arena.text(name)
        if let value = entry(of: keywords[place + 1], key) { return value }
      case .symbol, .stuck: return stuck(.index, 0, [keywords[place + 1], arena.text(name)])
      default: break
      }
    }
    return nil
  }

  /// Known records and lists in the place of arguments are the arguments.
  private mutating func expand(_ arguments: [ValueID], _ labels: [NameID]) -> [(label: NameID, value: ValueID)] {
    var all: [(label: NameID, value: ValueID)] = []
    for (place, value) in arguments.enumerated() {
      let label = place < labels.count ? labels[place] : .empty
      if label == Word.each.name, arena.kind(value) == .list, arena[value].variant == 0,
        arena.items(value).allSatisfy({ $0.under == .always && $0.flags.isEmpty })
      {
        all += arena.items(value).map { (.empty, $0.value) }
      } else if label == Word.or.name, arena.kind(value) == .record {
        for entry in entries(value) {
          all.append((arena.knownText(entry.key) ?? label, entry.value))
        }
      } else {
        all.append((label, value))
      }
    }
    return all
  }

  /// The default of a parameter, as it is where the function is declared.
  mutating func initial(_ function: Int, _ place: Int) -> ValueID {
    if let node = functions[function].graph.parameters[place].ownInitial { return value(node, of: function) }
    guard let (outer, node) = functions[function].declaration else { return ValueArena.absent }
    let operand = functions[outer].graph.operand(node, place * 2)
    guard functions[outer].graph[operand].operation == .absent else {
      return expected(value(operand, of: outer), function, place)
    }
    if let value = initial(ofBaseOf: function, place) { return value }
    let unit = program.units[functions[function].key.unit]
    // The constructor of the base says what it is instead.
    let isOfBase = unit.tree[functions[function].graph.parameters[place].node].flags.contains(.ofBase)
    return unit.words.leftOutIsNull && !isOfBase ? ValueArena.null : ValueArena.absent
  }
}

/// A call that is being followed, and how deep it lies.
struct FollowedCall: Sendable {
  var function: Int
  var depth: Int
}
