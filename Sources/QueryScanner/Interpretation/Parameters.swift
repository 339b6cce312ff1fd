import Diagnostics

/// An argument of a call, evaluated.
struct CallArgument {
  var label: String?
  var value: ScannedValue
  var expression: Expression?
  var span: Span
  /// The value is all that it can be (``Interpreter/isTold(_:by:)``).
  var isTold = false

  init(
    label: String? = nil, value: ScannedValue, expression: Expression? = nil, span: Span = Span(0, 0),
    isTold: Bool = false
  ) {
    self.label = label
    self.value = value
    self.expression = expression
    self.span = span
    self.isTold = isTold
  }
}

extension Interpreter {
  /// Binds parameters in the scope that is current.
  /// - Parameter isOpen: more may be passed than these arguments.
  func bind(_ parameters: [Parameter], _ arguments: [CallArgument], isOpen: Bool = false) {
    let chosen = assignment(of: arguments, to: parameters)
    let isOpen = isOpen || arguments.contains { $0.expression?.isSpread == true }
    for (place, parameter) in parameters.enumerated() {
      let value = value(of: parameter, chosen[place], isOpen: isOpen).called(as: parameter.type.map(meaning))
      if isTold(value, parameter, chosen[place], isOpen: isOpen) {
        declareTold(parameter.pattern, value)
      } else {
        declare(parameter.pattern, value)
      }
      // `_ type: T.Type`: the argument says what `T` is.
      if let name = parameter.type?.metatypeOperand, case .type? = chosen[place].first?.value {
        declare(name, chosen[place][0].value)
      }
      bindGeneric(parameter, value)
    }
  }

  /// Parameters of a constructor that are properties, too (`private db: Firestore`, `this.db`).
  func keepProperties(_ parameters: [Parameter], in receiver: ScannedValue?) {
    guard case .instance(let instance)? = receiver else { return }
    for name in parameters.filter(\.isProperty).flatMap(\.pattern.names) {
      // What is unknown says less than the declared type of the property.
      guard let value = local(name), !value.isUnknown else { continue }
      state.set(Slot(owner: instance.object, name: name), value)
      if leftOut.contains(Slot(owner: scope.id, name: name)) {
        leftOut.insert(Slot(owner: instance.object, name: name))
      }
    }
  }

  /// `item: T`: so does the type of the value that is passed.
  private func bindGeneric(_ parameter: Parameter, _ value: ScannedValue) {
    guard source.language == .swift, let name = parameter.type?.name, name.count <= 2,
      index.type(named: name, from: file) == nil, let type = type(of: value)
    else { return }
    declare(name, .type(index.key(of: type)))
  }

  /// Whether a call, or what is taken in its place, says all of an argument.
  private func isTold(
    _ value: ScannedValue, _ parameter: Parameter, _ arguments: [CallArgument], isOpen: Bool
  ) -> Bool {
    guard value.mayLackMembers else { return false }
    if parameter.isVariadic { return source.language.isScript && arguments.allSatisfy(\.isTold) }
    if let argument = arguments.first, !argument.isLeftOut { return argument.isTold && source.language.isScript }
    return parameter.defaultValue.map { isTold(value, by: $0) } ?? (!isOpen && source.language.isScript)
  }

  private func value(of parameter: Parameter, _ arguments: [CallArgument], isOpen: Bool) -> ScannedValue {
    if parameter.takesNames { return named(arguments) }
    if parameter.isVariadic {
      var list = ScannedList([])
      for argument in arguments {
        var argument = argument
        if argument.expression?.isSpread == true, case .alternatives(let lists) = argument.value,
          lists.allSatisfy(\.isList), let pick = choose(nil, lists.count)
        {
          argument.value = lists[pick]
        }
        if case .list(let inner) = argument.value, argument.expression?.isSpread == true {
          list.elements += inner.elements
          list.isOpen = list.isOpen || inner.isOpen
        } else if argument.expression?.isSpread == true {
          list.isOpen = true
        } else {
          list.elements.append(argument.value)
        }
      }
      return .list(list)
    }
    guard let argument = arguments.first, !argument.isLeftOut else {
      if let value = parameter.defaultValue { return evaluate(value, as: parameter.type) }
      // Dart lets a call leave out only what may be null.
      let isNull = source.language.isScript || source.language == .dart
      return isOpen && arguments.isEmpty || !isNull ? unknownParameter(parameter) : .null
    }
    if case .implicitMember(let name)? = argument.expression?.kind, let type = parameter.type,
      let id = index.type(named: type.name, from: file),
      let value = enumCase(name, of: id) ?? staticMember(name, of: id)
    {
      return value
    }
    if case .unknown(var unknown) = argument.value {
      if let type = parameter.type {
        if let typed = typedValue(type, file: file) { return typed }
        unknown.type = unknown.type ?? type
      }
      if case .member? = argument.expression?.kind, parameter.hasNameByDefault, let preset = parameter.defaultValue {
        let other = silently { evaluate(preset, as: parameter.type) }
        if isPerhapsLeftOut(argument.value, other) { return ScannedValue.oneOf([other, .unknown(unknown)]) }
      }
      return .unknown(unknown)
    }
    return argument.value
  }

  /// Whether a call passes something of which only the run knows whether the name by default stands for it: `load(options)`,
  /// `load(request.sort)`.
  private func isPerhapsLeftOut(_ value: ScannedValue, _ preset: ScannedValue) -> Bool {
    depth > 0 && value.isUnknown && source.language.isScript && preset.isNameByDefault
  }

  /// `**kwargs`
  private func named(_ arguments: [CallArgument]) -> ScannedValue {
    var entries: [ScannedEntry] = []
    for argument in arguments {
      if let label = argument.label {
        entries.set(.text([.literal(label)]), argument.value)
      } else if case .record(let inner) = argument.value {
        inner.forEach { entries.set($0) }
      } else {
        entries.open()
      }
    }
    return .record(entries)
  }

  /// What a parameter is when nothing is passed for it.
  func unknownParameter(_ parameter: Parameter) -> ScannedValue {
    if parameter.takesNames { return .record([.anything]) }
    if parameter.isVariadic { return .list(ScannedList([], isOpen: true)) }
    if let type = parameter.type, let typed = typedValue(type, file: file) { return typed }
    return .unknown(UnknownValue(.parameter, name: parameter.pattern.names.first, type: parameter.type))
  }

  /// Which arguments each parameter gets: named ones first, then by position; a closure at the end goes to the last where
  /// it may stand behind the call.
  func assignment(of arguments: [CallArgument], to parameters: [Parameter]) -> [[CallArgument]] {
    var result = Array(repeating: [CallArgument](), count: parameters.count)
    var unnamed: [CallArgument] = []
    for argument in arguments {
      let place = argument.label.flatMap { label in
        parameters.indices.first { result[$0].isEmpty && parameters[$0].isCalled(label) }
      }
      if let place { result[place].append(argument) } else { unnamed.append(argument) }
    }
    if hasTrailingClosures, let last = unnamed.last, case .function = last.value, let end = parameters.indices.last,
      result[end].isEmpty, unnamed.count < parameters.count, !parameters[end].isVariadic
    {
      let isNextInLine = result.indices.filter { result[$0].isEmpty }.count == unnamed.count
      let free = result.indices.filter { result[$0].isEmpty }
      if !isNextInLine, free.count > unnamed.count {
        result[end].append(last)
        unnamed.removeLast()
      }
    }
    let names = parameters.firstIndex(where: \.takesNames)
    for argument in unnamed {
      if let names, argument.label != nil || argument.isMapSpread {
        result[names].append(argument)
        continue
      }
      let place = parameters.indices.first { place in
        !parameters[place].takesNames && (result[place].isEmpty || parameters[place].isVariadic)
      }
      if let place { result[place].append(argument) }
    }
    return result
  }

  private var hasTrailingClosures: Bool { source.language == .swift || source.language == .kotlin }

  /// How many arguments a call passes at least: scripts may leave out any.
  func needed(_ parameters: [Parameter]) -> Int {
    switch source.language {
    case .javascript, .typescript: 0
    case .swift, .kotlin, .java, .dart, .python, .markdown:
      parameters.filter { $0.defaultValue == nil && !$0.isVariadic && !$0.isOptional }.count
    }
  }

  /// The one of several functions of a name whose parameters fit best.
  func chosen(_ candidates: [Int], _ arguments: [CallArgument]) -> Int? {
    guard candidates.count > 1 else { return candidates.first }
    var best: (id: Int, score: Int)?
    for id in candidates {
      let parameters = index.functions[id].parameters
      var score = 0
      for argument in arguments {
        guard let label = argument.label else { continue }
        score += parameters.contains { $0.isCalled(label) } ? 4 : -8
      }
      let needed = needed(parameters)
      if arguments.count < needed { score -= 3 * (needed - arguments.count) }
      if arguments.count > parameters.count, !parameters.contains(where: \.isVariadic) {
        score -= 3 * (arguments.count - parameters.count)
      }
      if index.functions[id].body == nil { score -= 1 }
      if best.map({ score > $0.score }) ?? true { best = (id, score) }
    }
    return best?.id
  }

  // MARK: Patterns

  /// Binds the names of a pattern in the current scope.
  func declare(_ pattern: Pattern, _ value: ScannedValue) {
    for (name, value) in destructured(pattern, value) { declare(name, value) }
  }

  func declare(_ name: String, _ value: ScannedValue) {
    // In Python a block is no scope.
    let target = source.language == .python ? scope.function : scope
    target.note(name)
    state.set(Slot(owner: target.id, name: name), value)
  }

  /// - Parameter isTold: the value is all that it can be.
  func destructured(
    _ pattern: Pattern, _ value: ScannedValue, isTold: Bool = false
  ) -> [(name: String, value: ScannedValue)] {
    switch pattern {
    case .name(let name): return [(name, value)]
    case .ignored: return []
    case .list(let parts):
      return parts.enumerated().flatMap { place, part in
        destructured(part, element(value, [.integer(Int64(place))], Span(0, 0)), isTold: isTold)
      }
    case .record(let parts):
      return parts.flatMap { part in
        let isMissing = isTold && part.key != "..." && value.lacks(part.key)
        var inner = isMissing ? .null : member(part.key, of: value, Span(0, 0))
        if let fallback = part.defaultValue, inner == .null || inner.isUnknown {
          let other = evaluate(fallback)
          let isMissing = value.isClosedRecord && value.lacks(part.key)
          let isTaken = inner == .null || isMissing || takesDefaults && other.isNameByDefault
          let given = value.isClosedRecord ? inner : value
          let isOneOfBoth = value.isOpenRecord && !other.isNumber || isPerhapsLeftOut(given, other)
          inner = isTaken ? other : isOneOfBoth ? .oneOf([other, inner]) : inner
        }
        return destructured(part.pattern, inner, isTold: isTold)
      }
    }
  }
}

extension ScannedValue {
  /// A record of which everything is written down.
  fileprivate var isClosedRecord: Bool {
    if case .record(let entries) = self { entries.allSatisfy { $0.pieces == nil } } else { false }
  }

  fileprivate var isOpenRecord: Bool {
    if case .record(let entries) = self { entries.contains { $0.pieces != nil } } else { false }
  }

  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .scalar: true
    default: false
    }
  }
}

extension CallArgument {
  /// `**options`
  fileprivate var isMapSpread: Bool {
    if case .record = value { expression?.isSpread == true } else { false }
  }

  /// `undefined` is passed: the same as nothing.
  fileprivate var isLeftOut: Bool { isTold && value == .null }
}

extension Parameter {
  func isCalled(_ name: String) -> Bool { label == name || pattern.names == [name] }
}

extension Expression {
  var isSpread: Bool {
    if case .spread = kind { true } else { false }
  }
}

extension TypeName {
  /// The `T` of Swift's `T.Type`.
  fileprivate var metatypeOperand: String? {
    let suffix = ".Type"
    return name.hasSuffix(suffix) && !name.dropLast(suffix.count).contains(".")
      ? String(name.dropLast(suffix.count)) : nil
  }
}
