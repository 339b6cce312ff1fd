import Diagnostics

/// The code in the markup of a component of Svelte: `{#await getDocs(q) then docs}`, `on:click={() => load("mine")}`.
enum SvelteMarkup {
  /// One statement for each piece of code, in the order of the text.
  /// - Parameter scripts: what is none of the markup.
  static func statements(
    _ source: SourceText, besides scripts: [Span], _ language: SourceLanguage, _ grammar: JavaScriptGrammar,
    _ depthLimit: Int
  ) -> [Statement] {
    let bytes = source.bytes
    var result: [Statement] = []
    var place = 0
    while let open = bytes[place...].firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "<") }) {
      place = open + 1
      if let script = scripts.first(where: { $0.contains(open) }) {
        place = max(place, script.end)
      } else if bytes[open] == UInt8(ascii: "<") {
        if let end = ended(open, bytes) { place = end }
        continue
      } else if let end = end(of: open, bytes) {
        place = end
        guard let code = code(Span(open + 1, end - 1), bytes), worthReading(code, bytes) else { continue }
        let piece = SourceReader.parse(source, code, language, grammar, depthLimit)
        guard let first = piece.statements.first?.expression else { continue }
        result.append(Statement(.other([isBinding(open, bytes) ? bound(first) : first]), code))
      }
    }
    return result + shorthands(source, besides: scripts)
  }

  // MARK: - Pieces

  /// What is code in braces: without the word of a block.
  private static func code(_ span: Span, _ bytes: [UInt8]) -> Span? {
    guard span.start < span.end else { return nil }
    var start = span.start
    let sign = bytes[start]
    if sign == UInt8(ascii: "/") { return nil }
    if sign == UInt8(ascii: "#") || sign == UInt8(ascii: "@") || sign == UInt8(ascii: ":") {
      start += 1
      let word = bytes[start..<span.end].prefix(while: Lexer.continuesName)
      guard
        [
          Array("await".utf8), Array("if".utf8), Array("each".utf8), Array("key".utf8), Array("html".utf8),
          Array("const".utf8), Array("render".utf8), Array("else".utf8),
        ].contains(Array(word))
      else { return nil }
      start += word.count
      let rest = bytes[start..<span.end].drop { $0 <= 0x20 }
      if rest.starts(with: "if ".utf8), word.elementsEqual("else".utf8) { start = rest.startIndex + 3 }
    } else if bytes[start..<span.end].starts(with: "...".utf8) {
      start += 3
    }
    return start < span.end ? Span(start, span.end) : nil
  }

  /// Names alone do nothing.
  private static func worthReading(_ span: Span, _ bytes: [UInt8]) -> Bool {
    bytes[span.start..<span.end].contains { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "=") }
      || isBinding(span.start - 1, bytes)
  }

  /// Behind the brace that closes one.
  private static func end(of open: Int, _ bytes: [UInt8]) -> Int? {
    var depth = 0
    var index = open
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        let quote = bytes[index]
        var inner = index + 1
        while inner < bytes.count, bytes[inner] != quote, quote == UInt8(ascii: "`") || bytes[inner] != 0x0A {
          inner += bytes[inner] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = inner
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Behind a comment, or what styles a page; nil where none begins.
  private static func ended(_ start: Int, _ bytes: [UInt8]) -> Int? {
    for (opening, closing) in [("<!--", "-->"), ("<style", "</style")] where bytes[start...].starts(with: opening.utf8)
    {
      var place = start
      let end = Array(closing.utf8)
      while let next = bytes[place...].firstIndex(of: end[0]) {
        if bytes[next...].starts(with: end) { return next + end.count }
        place = next + 1
      }
      return bytes.count
    }
    return nil
  }

  // MARK: - Bindings

  /// `bind:value={name}`: whatever is chosen is assigned.
  private static func isBinding(_ open: Int, _ bytes: [UInt8]) -> Bool {
    var end = open
    if end > 0, bytes[end - 1] == UInt8(ascii: "\"") { end -= 1 }
    guard end > 0, bytes[end - 1] == UInt8(ascii: "=") else { return false }
    let attribute = bytes[..<(end - 1)].suffix(while: { $0 > 0x20 && $0 != UInt8(ascii: "<") })
    return attribute.starts(with: "bind:".utf8)
  }

  private static func bound(_ target: Expression) -> Expression {
    let value = Expression(.other([]), target.span)
    let assignment = Expression(.assignment(target: target, value: value, isCompound: false), target.span)
    return Expression(
      .closure(Closure(parameters: [], body: [Statement(.expression(assignment), target.span)])), target.span)
  }

  /// `<input bind:value>`
  private static func shorthands(_ source: SourceText, besides scripts: [Span]) -> [Statement] {
    let bytes = source.bytes
    let word = Array("bind:".utf8)
    var result: [Statement] = []
    var place = 0
    while let start = bytes[place...].firstIndex(of: word[0]) {
      place = start + 1
      guard start > 0, bytes[start - 1] <= 0x20, bytes[start...].starts(with: word),
        !scripts.contains(where: { $0.contains(start) })
      else { continue }
      let name = bytes[(start + word.count)...].prefix(while: Lexer.continuesName)
      guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] != UInt8(ascii: "=") else { continue }
      let span = Span(name.startIndex, name.endIndex)
      let target = Expression(.name(String(decoding: name, as: UTF8.self)), span)
      result.append(Statement(.other([bound(target)]), span))
    }
    return result
  }
}

extension Span {
  fileprivate func contains(_ place: Int) -> Bool { start <= place && place < end }
}

extension ArraySlice<UInt8> {
  /// What stands at the end as long as each byte is such a one.
  fileprivate func suffix(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var start = endIndex
    while start > startIndex, isPart(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}
