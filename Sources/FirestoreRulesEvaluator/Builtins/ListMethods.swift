import FirestoreModel

enum ListMethods {
  static let signatures = [
    BuiltinSignature(.list, "concat", [.list], .list),
    BuiltinSignature(.list, "hasAll", [.list], .boolean),
    BuiltinSignature(.list, "hasAny", [.list], .boolean),
    BuiltinSignature(.list, "hasOnly", [.list], .boolean),
    BuiltinSignature(.list, "join", [.string], .string),
    BuiltinSignature(.list, "removeAll", [.list], .list),
    BuiltinSignature(.list, "size", [], .integer),
    BuiltinSignature(.list, "toSet", [], .set),
  ]

  static func call(_ method: BuiltinMethod, _ list: RuleList, _ arguments: [RuleValue]) -> RuleOutcome? {
    switch (method, arguments.count) {
    case (.size, 0): return .value(.integer(Int64(list.count)))
    case (.toSet, 0): return .value(.set(list.values.distinct()))
    case (.join, 1):
      guard case .string(let separator) = arguments[0] else { return nil }
      return join(list, separator)
    case (.concat, 1), (.hasAll, 1), (.hasAny, 1), (.hasOnly, 1), (.removeAll, 1):
      guard case .list(let other) = arguments[0] else { return nil }
      return call(method, list, other)
    default: return nil
    }
  }

  private static func call(_ method: BuiltinMethod, _ list: RuleList, _ other: RuleList) -> RuleOutcome {
    let (elements, others) = (list.values, other.values)
    switch method {
    case .concat: return SizeLimit.check(.list(.built(elements + others)), "list.concat")
    case .hasAll: return .value(.boolean(ElementIndex(elements, as: .element).containsAll(of: others)))
    case .hasAny: return .value(.boolean(ElementIndex(elements, as: .element).containsAny(of: others)))
    case .hasOnly: return .value(.boolean(ElementIndex(others, as: .element).containsAll(of: elements)))
    default:
      let removed = ElementIndex(others, as: .element)
      return .value(.list(.built(elements.filter { !removed.contains($0) })))
    }
  }

  /// Elements are written as `string()` writes them.
  private static func join(_ list: RuleList, _ separator: Text) -> RuleOutcome {
    var text = ""
    for index in 0..<list.count {
      guard let element = Conversions.text(of: list[index]) else {
        return .error(BuiltinSignature.failure(function: "string", [list[index]]))
      }
      if index > 0 { text += separator.string }
      text += element
      if text.utf8.count > SizeLimit.byteCount { return .error(.sizeLimit(operation: "list.join")) }
    }
    return .value(.string(Text(text)))
  }
}
