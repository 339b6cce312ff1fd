import Diagnostics
import SourceTokens

/// The elements of a page. Which of them a closing tag ends is found by its name: pages leave many out.
enum PageMarkup {
  private struct OpenElement {
    let mark: Parser.Mark
    let name: NameID
    let place: Int
  }

  /// How many elements may be open; what is deeper stands beside the last of them.
  private static let depthLimit = 120

  /// The whole page. No element is read inside of another one's function, so that nothing recurs.
  static func read(_ parser: inout Parser) -> Bool {
    var open: [OpenElement] = []
    while !parser.isAtEnd {
      switch parser.current.kind {
      case .markupText: parser.leaf(.text, name: parser.internText(of: parser.position))
      case .interpolationStart: parser.interpolation()
      case .sign where parser.isAt(.tagOpen): begin(&parser, &open)
      case .sign where parser.isAt(.tagClose): end(&parser, &open)
      default: parser.skipItemAsNode()
      }
    }
    while let element = open.popLast() { finish(element, &parser) }
    return true
  }

  private static func finish(_ element: OpenElement, _ parser: inout Parser) {
    parser.finish(element.mark, .element, name: element.name, place: element.place)
  }

  private static func begin(_ parser: inout Parser, _ open: inout [OpenElement]) {
    let mark = parser.mark
    parser.advance()
    let place = parser.position
    let name = JavaScriptGrammar.tagName(&parser) ?? .empty
    attributes(&parser)
    let isOpen = !parser.take(.tagSelfEnd) && parser.take(.tagEnd)
    let element = OpenElement(mark: mark, name: name, place: place)
    if isOpen, open.count < depthLimit, !voids.contains(parser.names.text(name)) {
      open.append(element)
    } else {
      finish(element, &parser)
    }
  }

  /// Elements that hold nothing and are not closed.
  private static let voids: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  /// At a closing tag: elements that were opened since its own are ended by it, too.
  private static func end(_ parser: inout Parser, _ open: inout [OpenElement]) {
    let closing = parser.mark
    parser.advance()
    let tag = parser.mark
    let name = JavaScriptGrammar.tagName(&parser) ?? .empty
    parser.rewind(to: tag)
    guard let place = open.lastIndex(where: { $0.name == name }) else {
      while !parser.isAtEnd, !parser.take(.tagEnd) { parser.advance() }
      return parser.finish(closing, .skipped)
    }
    parser.rewind(to: closing)
    while open.count > place + 1, let element = open.popLast() { finish(element, &parser) }
    while !parser.isAtEnd, !parser.take(.tagEnd) { parser.advance() }
    if let element = open.popLast() { finish(element, &parser) }
  }

  // MARK: - Attributes

  private static func attributes(_ parser: inout Parser) {
    while !parser.isAtEnd, !parser.isAt(.tagEnd), !parser.isAt(.tagSelfEnd), !parser.isAt(.tagOpen),
      !parser.isAt(.tagClose)
    {
      let mark = parser.mark
      switch parser.current.kind {
      case .markupText: attribute(mark, &parser)
      // Svelte's `{name}` and `{...all}`.
      case .interpolationStart:
        parser.interpolation()
        parser.finish(mark, .attribute)
      default: parser.skipItemAsNode()
      }
    }
  }

  private static func attribute(_ mark: Parser.Mark, _ parser: inout Parser) {
    let name = parser.internText(of: parser.position)
    parser.advance()
    if parser.take(.equal) {
      switch parser.current.kind {
      case .interpolationStart: PageCode.value(of: parser.names.text(name), &parser)
      case .text: JavaScriptGrammar.attributeText(&parser)
      case .markupText: parser.leaf(.text, name: parser.internText(of: parser.position))
      default: break
      }
    }
    parser.finish(mark, .attribute, name: name, place: mark.position)
  }
}
