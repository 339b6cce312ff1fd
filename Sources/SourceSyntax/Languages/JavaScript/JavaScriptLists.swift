import SourceTokens

/// What stands between commas where one may be left out.
extension JavaScriptGrammar {
  /// Between `${` and `}`: in the type of a text it may be a type.
  static func interpolated(_ parser: inout Parser) {
    if parser.isAt(.dotDotDot) { return parser.spreadOrExpression() }
    let isType = parser.isAt(.infer) || parser.isAt(.keyof)
    if !isType || !parser.peek().isName || !type(&parser) { values(&parser) }
  }

  /// `[a, , ...b]`
  static func list(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    items(&parser) { parser in parser.spreadOrExpression() }
    parser.finish(mark, .list)
    return true
  }

  /// The items of the group that opens here; where nothing stands before a comma, a `hole`.
  static func items(_ parser: inout Parser, _ read: (inout Parser) -> Void) {
    parser.inGroup { parser in
      while !parser.isAtEnd {
        let before = parser.position
        if parser.isAt(.comma) {
          parser.empty(.hole)
        } else if parser.isOmission {
          parser.leaf(.omitted)
        } else {
          read(&parser)
        }
        parser.skipItems(until: .comma)
        if !parser.take(.comma), parser.position == before { parser.skipItemAsNode() }
      }
    }
  }
}

extension Parser {
  /// `...` alone, where an author leaves items out.
  fileprivate var isOmission: Bool {
    (isAt(.dotDotDot) || isAt(.ellipsis)) && (peek().kind == .end || peek().isSign(.comma))
  }
}
