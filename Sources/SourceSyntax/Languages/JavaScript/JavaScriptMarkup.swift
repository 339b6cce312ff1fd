import Diagnostics
import SourceTokens

/// Elements of JSX.
extension JavaScriptGrammar {
  /// `<A b="c" {...d}>…</A>`, `<>…</>`, with the cursor at the sign.
  static func markup(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.advance()
    let name = tagName(&parser)
    if parser.isAt(.less) { parser.typeArguments() }
    attributes(&parser)
    if !parser.take(.tagSelfEnd), parser.take(.tagEnd) { children(&parser) }
    parser.finish(mark, .element, name: name ?? .empty, place: name == nil ? nil : mark.position + 1)
    return true
  }

  /// What stands behind the sign. The name of a component is an expression, that of an element of the page is none.
  static func tagName(_ parser: inout Parser) -> NameID? {
    guard parser.isAt(kind: .markupName) else { return nil }
    let mark = parser.mark
    let isComponent = parser.isAtComponent
    var name = parser.current.name
    if isComponent { parser.namedLeaf(.name) } else { parser.advance() }
    while parser.isAt(.dot), parser.peek().kind == .markupName {
      parser.advance()
      let place = parser.position
      parser.advance()
      parser.finish(mark, .member, name: parser.token(at: place).name, place: place)
      name = parser.names.intern(parser.bytes(mark.position, place))
    }
    return name
  }

  // MARK: - Attributes

  private static func attributes(_ parser: inout Parser) {
    while !parser.isAtEnd, !parser.isAt(.tagEnd), !parser.isAt(.tagSelfEnd) {
      switch parser.current.kind {
      case .markupName: attribute(&parser)
      case .interpolationStart: spreadAttributes(&parser)
      default: parser.skipItemAsNode()
      }
    }
  }

  /// `a`, `a="b"`, `a={b}`, `a=<b/>`
  private static func attribute(_ parser: inout Parser) {
    let mark = parser.mark
    let name = parser.current.name
    parser.advance()
    if parser.take(.equal) {
      switch parser.current.kind {
      case .text: attributeText(&parser)
      case .interpolationStart: parser.interpolation()
      default: if parser.isAt(.tagOpen) { _ = parser.nested(markup) }
      }
    }
    parser.finish(mark, .attribute, name: name, place: mark.position)
  }

  /// A text that knows no escapes, but entities: what one of these stands for is not resolved.
  static func attributeText(_ parser: inout Parser) {
    let span = parser.tokens.span(of: parser.position)
    let content = parser.tokens.source.bytes[span.start + 1..<max(span.end - 1, span.start + 1)]
    let isPlain = !content.contains(UInt8(ascii: "&"))
    parser.leaf(.text, name: parser.names.intern(content), flags: isPlain ? [] : .unterminated)
  }

  /// `{...a}`
  private static func spreadAttributes(_ parser: inout Parser) {
    let mark = parser.mark
    parser.inInterpolation { parser in parser.spreadOrExpression() }
    parser.finish(mark, .attribute)
  }

  // MARK: - Children

  /// Everything up to the closing tag, and behind it.
  private static func children(_ parser: inout Parser) {
    while !parser.isAtEnd {
      switch parser.current.kind {
      case .markupText: parser.leaf(.text, name: parser.internText(of: parser.position))
      case .interpolationStart: parser.interpolation()
      case .sign where parser.isAt(.tagOpen): if !parser.nested(markup) { parser.skipItemAsNode() }
      case .sign where parser.isAt(.tagClose):
        while !parser.isAtEnd, !parser.take(.tagEnd) { parser.advance() }
        return
      default: parser.skipItemAsNode()
      }
    }
  }
}

extension Parser {
  /// A name of the code, not of the document's language: `List`, `theme.Provider`.
  fileprivate var isAtComponent: Bool {
    let bytes = tokens.source.bytes[tokens.span(of: position).clamped(to: tokens.source.bytes.count)]
    guard let first = bytes.first, !bytes.contains(UInt8(ascii: "-")), !bytes.contains(UInt8(ascii: ":")) else {
      return false
    }
    return peek().isSign(.dot) || !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
  }

}
