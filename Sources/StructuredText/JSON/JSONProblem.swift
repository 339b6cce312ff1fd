import Diagnostics

/// Why reading JSON stopped. The wording is here, the grammar in `JSONParser`.
struct JSONProblem: Error {
  enum Kind {
    case emptyFile
    case expectedValue(found: String)
    case unexpectedEnd(expected: String)
    case unclosed(container: String, openedAt: Int)
    case expectedKey(found: String)
    case expectedColon(found: String)
    case expectedCommaOr(closing: String, found: String)
    case trailingComma(closing: String)
    case textAfterValue(found: String)
    case singleQuotes
    case unquotedKey(String)
    case unknownWord(String)
    case comment
    case unclosedComment
    case badNumber(String, reason: String)
    case unclosedString
    case lineBreakInString
    case controlCharacter(UInt8)
    case badEscape(String)
    case loneSurrogate(String)
    case tooDeep(limit: Int)
  }

  var kind: Kind
  var span: Span

  init(_ kind: Kind, _ start: Int, _ end: Int) {
    self.kind = kind
    span = Span(start, end)
  }

  func diagnostic(in source: SourceText) -> Diagnostic {
    if case .emptyFile = kind { return InputChecks.empty(source, help: "write a JSON value, for example `{}`") }
    var notes: [String] = []
    if case .unclosed(_, let openedAt) = kind {
      notes = ["opened at \(source.location(Span(openedAt, openedAt + 1)).description)"]
    }
    return Diagnostic(.malformedInput, message, at: source.location(span), notes: notes, help: help)
  }

  private var message: String {
    switch kind {
    case .emptyFile: "the file is empty"
    case .expectedValue(let found): "expected a value, found \(found)"
    case .unexpectedEnd(let expected): "the file ends where \(expected) is expected"
    case .unclosed(let container, _): "the file ends inside the \(container)"
    case .expectedKey(let found): "expected a key in double quotes, found \(found)"
    case .expectedColon(let found): "expected `:` after the key, found \(found)"
    case .expectedCommaOr(let closing, let found): "expected `,` or `\(closing)`, found \(found)"
    case .trailingComma(let closing): "a comma before `\(closing)` is not JSON"
    case .textAfterValue(let found): "expected the end of the file after the value, found \(found)"
    case .singleQuotes: "JSON has no single-quoted strings"
    case .unquotedKey(let key): "the key \(QuotedText.of(key)) is not in quotes"
    case .unknownWord(let word): "\(QuotedText.of(word)) is not a JSON value"
    case .comment: "comments are not allowed in this file"
    case .unclosedComment: "the comment is not closed"
    case .badNumber(let text, let reason): "\(QuotedText.of(text)) is not a JSON number: \(reason)"
    case .unclosedString: "the string is not closed"
    case .lineBreakInString: "the string is not closed at the end of its line"
    case .controlCharacter(let byte): "the control character U+\(Self.hex(byte)) stands unescaped in a string"
    case .badEscape(let text): "\(QuotedText.of(text)) is not an escape of JSON"
    case .loneSurrogate(let text): "\(QuotedText.of(text)) is half of a surrogate pair, no character"
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) levels deep"
    }
  }

  private var help: String {
    switch kind {
    case .emptyFile, .unexpectedEnd: "the file seems to be cut off; complete it"
    case .expectedValue: "write a string, number, object, array, `true`, `false` or `null`"
    case .unclosed(let container, _): "close the \(container) with `\(container == "object" ? "}" : "]")`"
    case .expectedKey, .unquotedKey: "write the key in double quotes"
    case .expectedColon: "write `\"key\": value`"
    case .expectedCommaOr(let closing, _): "separate entries with `,` and close with `\(closing)`"
    case .trailingComma, .comment: "remove it"
    case .textAfterValue: "a file holds one value; remove the rest or put the values in an array"
    case .singleQuotes: "use double quotes"
    case .unknownWord(let word): Self.help(forWord: word)
    case .unclosedComment: "end the comment with `*/`"
    case .badNumber: "write digits as in `0.5`, `-12` or `1e6`"
    case .unclosedString, .lineBreakInString: "end the string with `\"`; a line break in it is written `\\n`"
    case .controlCharacter(let byte): "write it as `\\u00\(Self.hex(byte).suffix(2))`"
    case .badEscape: "escapes are `\\\" \\\\ \\/ \\b \\f \\n \\r \\t` and `\\u` with four hexadecimal digits"
    case .loneSurrogate: "write both halves, as in `\\ud83d\\ude00`, or the character itself"
    case .tooDeep: "flatten the data"
    }
  }

  private static func help(forWord word: String) -> String {
    switch word.lowercased() {
    case "true", "false", "null": "write it in small letters"
    case "none", "nil", "undefined": "write `null` or leave the entry out"
    case "nan", "infinity", "inf":
      "JSON has only finite numbers; Firestore's other doubles are written as the strings `\"NaN\"`, `\"Infinity\"` and `\"-Infinity\"` in a `doubleValue`"
    default: "text is written in double quotes"
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
