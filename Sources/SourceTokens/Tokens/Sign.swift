/// The signs of all languages. Which of them a language reads as one is said by its `LexicalRules`.
///
/// No sign but `>=` begins with `>`: two tokens `>` can then end two lists of generic arguments.
@usableFromInline package enum Sign: UInt8, Hashable, Sendable, CaseIterable {
  /// A byte that begins nothing.
  case unknown
  case exclamation, quote, hash, dollar, percent, ampersand, apostrophe, star, plus, comma, minus, dot, slash, colon
  case semicolon, less, equal, greater, question, at, backslash, caret, backquote, bar, tilde
  case equalEqual, notEqual, lessEqual, greaterEqual, andAnd, barBar, plusEqual, minusEqual, starEqual, slashEqual
  case percentEqual, ampersandEqual, barEqual, caretEqual, plusPlus, minusMinus, arrow, lessLess, dotDotDot, dotDot
  case starStar, slashSlash, starStarEqual, slashSlashEqual, lessLessEqual, colonEqual, atEqual
  case same, notSame, fatArrow, questionDot, coalesce, coalesceEqual, andAndEqual, barBarEqual
  case bangBang, elvis, colonColon, dotDotLess, questionDotDot, tildeSlash, tildeSlashEqual
  case wrappingPlus, wrappingMinus, wrappingStar, patternMatch
  /// Of markup: `<` and `</` before a name, `>` and `/>` behind a tag. Elsewhere these bytes are other signs.
  case tagOpen, tagClose, tagEnd, tagSelfEnd

  /// As it is written.
  package var text: String {
    switch self {
    case .unknown: ""
    case .exclamation: "!"
    case .quote: "\""
    case .hash: "#"
    case .dollar: "$"
    case .percent: "%"
    case .ampersand: "&"
    case .apostrophe: "'"
    case .star: "*"
    case .plus: "+"
    case .comma: ","
    case .minus: "-"
    case .dot: "."
    case .slash: "/"
    case .colon: ":"
    case .semicolon: ";"
    case .less, .tagOpen: "<"
    case .equal: "="
    case .greater, .tagEnd: ">"
    case .question: "?"
    case .at: "@"
    case .backslash: "\\"
    case .caret: "^"
    case .backquote: "`"
    case .bar: "|"
    case .tilde: "~"
    case .equalEqual: "=="
    case .notEqual: "!="
    case .lessEqual: "<="
    case .greaterEqual: ">="
    case .andAnd: "&&"
    case .barBar: "||"
    case .plusEqual: "+="
    case .minusEqual: "-="
    case .starEqual: "*="
    case .slashEqual: "/="
    case .percentEqual: "%="
    case .ampersandEqual: "&="
    case .barEqual: "|="
    case .caretEqual: "^="
    case .plusPlus: "++"
    case .minusMinus: "--"
    case .arrow: "->"
    case .lessLess: "<<"
    case .dotDotDot: "..."
    case .dotDot: ".."
    case .starStar: "**"
    case .slashSlash: "//"
    case .starStarEqual: "**="
    case .slashSlashEqual: "//="
    case .lessLessEqual: "<<="
    case .colonEqual: ":="
    case .atEqual: "@="
    case .same: "==="
    case .notSame: "!=="
    case .fatArrow: "=>"
    case .questionDot: "?."
    case .coalesce: "??"
    case .coalesceEqual: "??="
    case .andAndEqual: "&&="
    case .barBarEqual: "||="
    case .bangBang: "!!"
    case .elvis: "?:"
    case .colonColon: "::"
    case .dotDotLess: "..<"
    case .questionDotDot: "?.."
    case .tildeSlash: "~/"
    case .tildeSlashEqual: "~/="
    case .wrappingPlus: "&+"
    case .wrappingMinus: "&-"
    case .wrappingStar: "&*"
    case .patternMatch: "~="
    case .tagClose: "</"
    case .tagSelfEnd: "/>"
    }
  }

  private static let singles: [Sign] = (0...255).map { byte in
    allCases.first { Array($0.text.utf8) == [byte] } ?? .unknown
  }

  /// The sign of one byte.
  static func single(_ byte: UInt8) -> Sign { singles[Int(byte)] }

  private static let lengths = allCases.map { UInt8(max($0.text.utf8.count, 1)) }

  /// How many bytes it has.
  package var length: Int { Int(Self.lengths[Int(rawValue)]) }
}
