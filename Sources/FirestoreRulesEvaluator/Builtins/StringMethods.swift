import FirestoreModel

enum StringMethods {
  static let signatures = [
    BuiltinSignature(.string, "lower", [], .string),
    BuiltinSignature(.string, "matches", [.string], .boolean),
    BuiltinSignature(.string, "replace", [.string, .string], .string),
    BuiltinSignature(.string, "size", [], .integer),
    BuiltinSignature(.string, "split", [.string], .list),
    BuiltinSignature(.string, "toUtf8", [], .bytes),
    BuiltinSignature(.string, "trim", [], .string),
    BuiltinSignature(.string, "upper", [], .string),
  ]

  static func call(
    _ method: BuiltinMethod, _ text: Text, _ arguments: [RuleValue], _ pattern: Pattern?
  ) -> RuleOutcome? {
    switch (method, arguments.count) {
    case (.size, 0): .value(.integer(Int64(text.size)))
    case (.toUtf8, 0): .value(.bytes(Array(text.string.utf8)))
    // Full Unicode, as far as letters outside ASCII have not been recorded.
    case (.lower, 0): .value(.string(Text(text.string.lowercased())))
    case (.upper, 0): .value(.string(Text(text.string.uppercased())))
    case (.trim, 0): .value(.string(text.trimmed))
    case (.matches, 1), (.split, 1), (.replace, 2): callWithPattern(method, text, arguments, pattern)
    default: nil
    }
  }

  private static func callWithPattern(
    _ method: BuiltinMethod, _ text: Text, _ arguments: [RuleValue], _ pattern: Pattern?
  ) -> RuleOutcome? {
    guard case .string(let expression) = arguments[0] else { return nil }
    var replacement: Text?
    if method == .replace {
      guard case .string(let text) = arguments[1] else { return nil }
      replacement = text
    }
    guard let pattern = pattern ?? Pattern(expression) else { return .error(.invalidPattern(expression.string)) }
    switch method {
    case .matches: return .value(.boolean(pattern.matchesAll(of: text)))
    case .split: return .value(.list(.built(pattern.split(text).map(RuleValue.string))))
    default:
      return replace(text, pattern, with: replacement ?? "")
    }
  }
}

extension StringMethods {
  private static func replace(_ text: Text, _ pattern: Pattern, with replacement: Text) -> RuleOutcome {
    do throws(Pattern.ReplacementFailure) {
      return .value(.string(try pattern.replaceAll(in: text, with: replacement, limit: SizeLimit.byteCount)))
    } catch {
      switch error {
      case .noSuchGroup: return .error(.invalidArgument(function: "string.replace", argument: replacement.string))
      case .tooLong: return .error(.sizeLimit(operation: "string.replace"))
      }
    }
  }
}

extension Text {
  /// In UTF-16 code units: `'😀'.size() == 2` (observed in the Rules Test API).
  var size: Int { string.utf16.count }

  /// A part by UTF-16 code units, within the text. Half of a surrogate pair becomes U+FFFD: strings here are UTF-8.
  func slice(_ bounds: Range<Int>) -> Text {
    let units = string.utf16
    let start = units.index(units.startIndex, offsetBy: bounds.lowerBound)
    let end = units.index(start, offsetBy: bounds.count)
    if let exact = String(units[start..<end]) { return Text(exact) }
    return Text(String(decoding: Array(units[start..<end]), as: UTF16.self))
  }

  /// Without white space, as Unicode defines it, at either end.
  var trimmed: Text {
    let scalars = string.unicodeScalars
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return Text(String(scalars[start...last]))
  }
}
