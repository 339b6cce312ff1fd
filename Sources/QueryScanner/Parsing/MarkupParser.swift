import Diagnostics

/// Elements of JSX: components are calls with the object of their properties, whatever else is the code that it holds.
extension Parser {
  /// How deep in the tree a component lies below the one around it.
  private static let levels = 3

  /// At the token.
  mutating func markup(_ parts: [TokenList.Part], _ token: Token) -> Expression {
    var open = [OpenElement(start: token.start)]
    for part in parts {
      let (last, levels) = (open.count - 1, Self.levels * (open.count - 1))
      switch part {
      case .literal: break
      case .interpolation(let range):
        let value = deeper(by: levels) { $0.interpolated(range) }
        open[last].add(value)
      case .markup(.component(let name, let start)):
        // What is nested too deeply is read without its name.
        if open[last].unnamed > 0 || !canBeDeeper(by: levels + Self.levels) {
          open[last].unnamed += 1
        } else {
          open.append(OpenElement(start: start, name))
        }
      case .markup(.end):
        if open[last].unnamed > 0 {
          open[last].unnamed -= 1
        } else if last > 0 {
          open[last - 1].add(open.removeLast().expression(end: token.end))
        }
      case .markup(let sign): open[last].read(sign)
      }
    }
    while open.count > 1 {
      let element = open.removeLast().expression(end: token.end)
      open[open.count - 1].add(element)
    }
    advance()
    return Expression(.other(open[0].children), token.span)
  }
}

/// An element that is being read.
private struct OpenElement {
  let start: Int
  /// Nil for what stands around all components.
  let name: String?
  var properties: [RecordEntry] = []
  var children: [Expression] = []
  /// Its tag is being read, not what it holds.
  private var isTag: Bool
  /// The last attribute has no value yet.
  private var lacksValue = false
  /// Elements of other kinds stand in it.
  private var hasOthers = false
  /// How many components in it are open that are read without their names.
  var unnamed = 0

  init(start: Int, _ name: String? = nil) {
    self.start = start
    self.name = name
    isTag = name != nil
  }

  mutating func read(_ sign: TokenList.MarkupSign) {
    guard unnamed == 0 else { return }
    switch sign {
    case .attribute(let name, let start):
      properties.append(
        RecordEntry(key: .name(name), value: Expression(.boolean(true), Span(start, start + name.utf8.count))))
      lacksValue = true
    case .text(let text, let start):
      let span = Span(start, start + text.utf8.count)
      // Entities stand for other signs.
      let isPlain = !text.utf8.contains(UInt8(ascii: "&"))
      add(Expression(.text([isPlain ? .literal(text) : .interpolation(Expression(.other([]), span))]), span))
    case .content: isTag = false
    case .element: hasOthers = true
    case .component, .end: break
    }
  }

  mutating func add(_ value: Expression) {
    guard isTag else {
      children.append(value)
      return
    }
    if case .spread(let inner) = value.kind {
      properties.append(RecordEntry(key: .spread, value: inner))
    } else if lacksValue {
      properties[properties.count - 1].value = value
    }
    lacksValue = false
  }

  /// - Parameter end: of all the markup.
  func expression(end: Int) -> Expression {
    let around = Span(start, end)
    var entries = properties
    if children.count == 1, !hasOthers {
      entries.append(RecordEntry(key: .name("children"), value: children[0]))
    } else if !children.isEmpty {
      entries.append(RecordEntry(key: .name("children"), value: Expression(.other(children), around)))
    }
    let names = (name ?? "").split(separator: ".").map(String.init)
    let head = names.first ?? ""
    var callee = Expression(.name(head), Span(start + 1, start + 1 + head.utf8.count))
    for member in names.dropFirst() {
      callee = Expression(.member(callee, member), Span(start + 1, callee.span.end + 1 + member.utf8.count))
    }
    var call = Call(callee: callee, arguments: [Argument(value: Expression(.record(entries), around))])
    call.isElement = true
    return Expression(.call(call), around)
  }
}
