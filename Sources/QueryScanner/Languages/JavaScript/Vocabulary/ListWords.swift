import FirestoreModel
import QueryModel

/// Arrays, texts and the functions of the language that pass values on.
enum ListWords {
  /// Nil for methods that tell nothing about what comes out.
  static func call(_ name: String, on receiver: ScannedValue, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "forEach": return .iteration(over: receiver, returns: .nothing)
    case "map", "flatMap": return .iteration(over: receiver, returns: .mapped)
    case "filter": return filter(receiver, arguments)
    case "find", "findLast":
      guard case .result(let result) = receiver else { return nil }
      return .iteration(over: .result(result), returns: .same(isFilter: true))
    case "some", "every", "findIndex": return .iteration(over: receiver, returns: .nothing)
    case "sort", "toSorted", "reverse", "toReversed", "values", "entries", "toArray": return .value(receiver)
    case "slice": return slice(receiver, arguments)
    case "flat": return .value(flattened(receiver))
    case "at", "pop", "shift": return element(receiver).map(SDKMeaning.value)
    case "concat": return concatenation(receiver, arguments).map(SDKMeaning.value)
    case "join": return joined(receiver, arguments[0]?.value).map(SDKMeaning.value)
    case "reduce": return reduction(arguments).map(SDKMeaning.value)
    default: return nil
    }
  }

  /// `filter(Boolean)` drops what conditions left out; of any other filter the list is what it was, or less.
  private static func filter(_ receiver: ScannedValue, _ arguments: SDKArguments) -> SDKMeaning? {
    if case .function? = arguments[0]?.value { return .iteration(over: receiver, returns: .same(isFilter: true)) }
    guard case .list(let list) = receiver else { return .value(receiver) }
    let kept = list.elements.filter { $0 != .null && $0 != .boolean(false) }
    return .value(.list(ScannedList(kept, isOpen: list.isOpen)))
  }

  /// Of a list that is cut, which elements are left is not followed; documents stay documents.
  private static func slice(_ receiver: ScannedValue, _ arguments: SDKArguments) -> SDKMeaning? {
    guard case .list = receiver, arguments.count > 0 else { return .value(receiver) }
    return .value(.list(ScannedList([], isOpen: true)))
  }

  private static func flattened(_ receiver: ScannedValue) -> ScannedValue {
    guard case .list(let list) = receiver else { return receiver }
    var result = ScannedList([], isOpen: list.isOpen)
    for element in list.elements {
      if case .list(let inner) = element {
        result.elements += inner.elements
        result.isOpen = result.isOpen || inner.isOpen
      } else {
        result.elements.append(element)
      }
    }
    return .list(result)
  }

  private static func element(_ receiver: ScannedValue) -> ScannedValue? {
    switch receiver {
    case .result(let result) where result.part == .documents: .result(result.with(.document))
    case .list(let list) where list.elements.count == 1 && !list.isOpen: list.elements.first
    default: nil
    }
  }

  private static func concatenation(_ receiver: ScannedValue, _ arguments: SDKArguments) -> ScannedValue? {
    switch receiver {
    case .list(var list):
      list.openMaximum = nil
      for argument in arguments.all {
        switch argument.value {
        case .list(let other):
          list.elements += other.elements
          list.isOpen = list.isOpen || other.isOpen
        case .unknown, .alternatives, .result: list.isOpen = true
        default: list.elements.append(argument.value)
        }
      }
      return .list(list)
    case .text(let pieces): return .text(pieces + arguments.all.flatMap(\.value.textPieces))
    default: return nil
    }
  }

  private static func joined(_ receiver: ScannedValue, _ separator: ScannedValue?) -> ScannedValue? {
    guard case .list(let list) = receiver else { return nil }
    guard !list.isOpen else { return .text([.unknown]) }
    var pieces: [TextPiece] = []
    for (index, element) in list.elements.enumerated() {
      if index > 0 { pieces += separator?.textPieces ?? [.literal(",")] }
      pieces += element.textPieces
    }
    return .text(pieces)
  }

  /// `constraints.reduce((query, constraint) => …, collection)`: a query with constraints that are not followed.
  private static func reduction(_ arguments: SDKArguments) -> ScannedValue? {
    guard let start = arguments[1] else { return nil }
    switch start.value {
    case .query(let draft): return .query(draft.applying(.unknown, at: start.location))
    case .realtime(let draft): return .realtime(draft.adding(.constraint, at: start.location))
    default: return nil
    }
  }

  // MARK: - Texts

  static func text(_ name: String, _ pieces: [TextPiece]) -> SDKMeaning? {
    let receiver = ScannedValue.text(pieces)
    switch name {
    case "toString", "valueOf": return .value(receiver)
    case "toLowerCase", "toUpperCase", "trim":
      guard let text = receiver.knownText else { return .value(.text([.unknown])) }
      let changed: String =
        switch name {
        case "toLowerCase": text.lowercased()
        case "toUpperCase": text.uppercased()
        default: text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
      return .value(.text([.literal(changed)]))
    case "replace", "replaceAll", "slice", "substring", "substr", "padStart", "charAt", "normalize":
      return .value(.text([.unknown]))
    default: return nil
    }
  }

  // MARK: - Functions of the language

  static func global(_ name: String, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "Promise.all", "Promise.allSettled", "Promise.race", "Promise.any", "Promise.resolve", "Array.from",
      "Object.freeze", "Object.seal", "structuredClone", "forkJoin", "combineLatest", "firstValueFrom", "lastValueFrom",
      "from", "of", "toRaw", "unref", "ref", "shallowRef", "readonly", "toSignal", "toRef", "toObservable", "toValue":
      return passed(name, arguments)
    // What a store of Svelte holds.
    case "get" where arguments.count == 1:
      return arguments[0].flatMap { $0.value.isKeptAsItself || $0.value.isUnknown ? .value($0.value) : nil }
    case "String", "Number", "Boolean", "BigInt": return arguments[0].map { .value($0.value) }
    case "Object.keys", "Object.values", "Object.entries": return arguments[0].flatMap { parts(name, $0.value) }
    case "Object.assign": return assigned(arguments).map(SDKMeaning.value)
    // What the function returns, now or when something changes.
    case "computed", "useMemo", "useCallback", "useMemoFirebase", "createMemo", "derived", "$derived.by":
      return function(name, arguments)
    // Svelte takes what stands in the parentheses again whenever something of it changes.
    case "$derived": return arguments[0].map { .value($0.value) }
    case "memo", "forwardRef", "observer", "lazy", "dynamic", "loadable": return ReactComponents.call(name, arguments)
    default: return nil
    }
  }

  private static func passed(_ name: String, _ arguments: SDKArguments) -> SDKMeaning? {
    guard let value = arguments[0]?.value else { return nil }
    if name == "Array.from", arguments.count > 1 { return .iteration(over: value, returns: .mapped) }
    // Vue's `ref(x)`, and `of(x)`, only when they are not the Realtime Database's or an unknown thing.
    switch value {
    case .query, .document, .result, .realtime, .handle, .database:
      return name == "ref" && arguments.count > 1 ? nil : .value(value)
    // One of several values that a cell may hold.
    case .unknown: return readingCells.contains(name) && arguments.count == 1 ? .value(value) : nil
    // What Vue keeps may have become something else.
    case .list, .record, .text: return name.hasSuffix("ref") || name.hasSuffix("Ref") ? nil : .value(value)
    default: return nil
    }
  }

  private static let readingCells: Set<String> = [
    "unref", "toValue", "toRaw", "readonly", "toSignal", "toRef", "toObservable",
  ]

  private static func parts(_ name: String, _ value: ScannedValue) -> SDKMeaning? {
    switch value {
    case .result: return .value(value)
    case .record(let entries):
      let elements = entries.map { entry -> ScannedValue in
        switch name {
        case "Object.keys": entry.name
        case "Object.values": entry.value
        default: .list(ScannedList([entry.name, entry.value]))
        }
      }
      return .value(.list(ScannedList(elements)))
    default: return nil
    }
  }

  private static func assigned(_ arguments: SDKArguments) -> ScannedValue? {
    var entries: [ScannedEntry] = []
    for argument in arguments.all {
      guard case .record(let more) = argument.value else { return nil }
      for entry in more {
        entries.removeAll { $0.key == entry.key }
        entries.append(entry)
      }
    }
    return .record(entries)
  }

  private static func function(_ name: String, _ arguments: SDKArguments) -> SDKMeaning? {
    guard case .function? = arguments[0]?.value else { return nil }
    if name == "useCallback" { return arguments[0].map { .value($0.value) } }
    return .delivery(.unknown(UnknownValue()), returnsClosureValue: true)
  }
}
