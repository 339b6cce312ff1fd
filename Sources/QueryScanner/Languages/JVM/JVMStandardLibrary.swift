extension [SDKArguments.Argument] {
  /// The entries of `mapOf("a" to 1, …)`; what is no pair may be any number of them.
  fileprivate var pairs: [ScannedEntry] {
    map { argument in
      guard case .list(let pair) = argument.value, pair.elements.count == 2, !pair.isOpen else { return .anything }
      return ScannedEntry(key: pair.elements[0], pair.elements[1])
    }.lastOfEachKey
  }
}

/// What Kotlin's and Java's own functions do with values that lead to queries.
enum JVMStandardLibrary {
  /// A free or static function.
  static func call(_ name: String, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    // A list or pair among the elements is one of them.
    case "listOf", "mutableListOf", "arrayListOf", "arrayOf", "setOf", "mutableSetOf", "hashSetOf", "listOfNotNull",
      "sequenceOf":
      return .value(.list(ScannedList(arguments.all.map(\.value))))
    case "Stream.of", "Arrays.asList", "List.of", "Set.of", "ImmutableList.of", "Collections.singletonList":
      // An array alone stands for its elements.
      return .value(.list(arguments.count == 1 ? arguments.flattened : ScannedList(arguments.all.map(\.value))))
    case "Pair", "Triple", "Pair.of", "Pair.create", "Map.entry", "AbstractMap.SimpleEntry":
      return .value(.list(ScannedList(arguments.all.map(\.value))))
    case "emptyList", "emptySet", "Collections.emptyList": return .value(.list(ScannedList([])))
    case "mapOf", "mutableMapOf", "hashMapOf", "linkedMapOf", "sortedMapOf", "emptyMap", "Collections.emptyMap":
      return .value(.record(arguments.all.pairs))
    case "HashMap", "LinkedHashMap", "TreeMap", "ConcurrentHashMap":
      if case .record? = arguments[0]?.value { return arguments[0].map { .value($0.value) } }
      let isNew = arguments.all.allSatisfy { if case .integer = $0.value { true } else { false } }
      return .value(.record(isNew ? [] : [.anything]))
    case "Map.of", "ImmutableMap.of", "Collections.singletonMap":
      let keys = stride(from: 0, to: arguments.count - 1, by: 2)
      return .value(
        .record(keys.map { ScannedEntry(key: arguments.all[$0].value, arguments.all[$0 + 1].value) }.lastOfEachKey))
    case "Optional.empty": return .value(.null)
    case "requireNotNull", "checkNotNull", "Objects.requireNonNull", "requireNonNull", "Preconditions.checkNotNull",
      "String.valueOf", "Optional.of", "Optional.ofNullable", "Long.valueOf", "Integer.valueOf", "flowOf", "lazyOf":
      return arguments[0].map { .value($0.value) }
    case "run", "withContext", "withTimeout", "withTimeoutOrNull", "coroutineScope", "supervisorScope", "runBlocking",
      "async", "runCatching", "synchronized", "lazy", "remember", "produceState":
      return .delivery(.unknown(UnknownValue()), returnsClosureValue: true)
    case "repeat": return .iteration(over: .unknown(UnknownValue()), returns: .nothing)
    case "String.format": return arguments[0].map { .value(format($0.value, Array(arguments.all.dropFirst()))) }
    default: return nil
    }
  }

  /// A part of a pair or triple.
  static func member(_ name: String, of list: ScannedList) -> ScannedValue? {
    let place: Int
    switch name {
    case "second", "value": place = 1
    case "third": place = 2
    case "key": place = 0
    default: return nil
    }
    return !list.isOpen && list.elements.indices.contains(place) ? list.elements[place] : nil
  }

  /// A method or extension of whatever value.
  static func call(_ name: String, on receiver: ScannedValue, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "await", "toLong", "toInt", "longValue", "intValue", "orEmpty", "getOrThrow", "getOrNull":
      return arguments.count == 0 ? .value(receiver) : nil
    // Of a future: lists have none without a place. Of an optional.
    case "get" where arguments.count == 0:
      switch receiver {
      case .list, .text, .integer: return .value(receiver)
      default: break
      }
    case "orElse" where arguments.count == 1:
      switch receiver {
      case .null: return arguments[0].map { .value($0.value) }
      case .list, .text, .integer: return .value(receiver)
      default: break
      }
    case "to" where arguments.count == 1:
      return arguments[0].map { .value(.list(ScannedList([receiver, $0.value]))) }
    default: break
    }
    switch receiver {
    case .text, .integer, .userID: return text(name, receiver, arguments)
    case .list, .unknown:
      return arguments.hasClosure ? flow(name) ?? walk(name, receiver) : list(name, receiver)
    default: return nil
    }
  }

  private static func text(_ name: String, _ receiver: ScannedValue, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "toString", "trimIndent", "intern": return .value(receiver.asText)
    case "plus", "concat":
      guard case .text(let left) = receiver.asText, case .text(let right)? = arguments[0]?.value.asText else {
        return nil
      }
      return .value(.text(left + right))
    case "format", "formatted": return .value(format(receiver, arguments.all))
    default: return nil
    }
  }

  private static func walk(_ name: String, _ receiver: ScannedValue) -> SDKMeaning? {
    switch name {
    case "forEach", "forEachIndexed", "forEachOrdered": .iteration(over: receiver, returns: .nothing)
    case "map", "mapNotNull", "mapIndexed", "flatMap", "associateWith", "mapTo":
      .iteration(over: receiver, returns: .mapped)
    case "filter", "filterNot", "onEach", "sortedBy", "sortedByDescending", "distinctBy":
      .iteration(over: receiver, returns: .same(isFilter: false))
    default: nil
    }
  }

  /// Flows of whatever: what their closures get is not followed.
  private static func flow(_ name: String) -> SDKMeaning? {
    switch name {
    case "flatMapLatest", "flatMapConcat", "flatMapMerge", "mapLatest", "transformLatest", "switchMap",
      "continueWithTask", "onSuccessTask", "continueWith":
      .delivery(.unknown(UnknownValue()), returnsClosureValue: true)
    case "collect", "collectLatest", "observe", "addOnSuccessListener", "addOnCompleteListener":
      .delivery(.unknown(UnknownValue()), returnsClosureValue: false)
    default: nil
    }
  }

  private static func list(_ name: String, _ receiver: ScannedValue) -> SDKMeaning? {
    switch name {
    case "toList", "toMutableList", "stream", "asSequence", "toTypedArray", "toSet": .value(receiver)
    default: nil
    }
  }

  /// `String.format`: what stands for `%s` and its like, as far as it is known.
  private static func format(_ pattern: ScannedValue, _ arguments: [SDKArguments.Argument]) -> ScannedValue {
    guard let text = pattern.knownText else { return .text([.unknown]) }
    var pieces: [TextPiece] = []
    var literal = ""
    var next = 0
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        literal.unicodeScalars.append(scalar)
        continue
      }
      guard let verb = rest.popFirst() else { break }
      if verb == "%" {
        literal += "%"
        continue
      }
      // Widths, precisions and numbered arguments are not followed.
      guard verb == "s" || verb == "d" else { return .text([.unknown]) }
      if !literal.isEmpty { pieces.append(.literal(literal)) }
      literal = ""
      let value = next < arguments.count ? arguments[next].value.asText : .text([.unknown])
      if case .text(let inner) = value { pieces += inner }
      next += 1
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    return .text(pieces)
  }
}

extension ScannedValue {
  /// The value where a text is made of it.
  fileprivate var asText: ScannedValue {
    switch self {
    case .text: self
    case .userID: .text([.userID])
    case .integer(let number): .text([.literal(String(number))])
    default: .text([.unknown])
    }
  }
}
