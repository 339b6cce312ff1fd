import Diagnostics

extension YAMLSyntaxProblem {
  /// Our wording of what libyaml found.
  func diagnostic(in source: SourceText, _ offsets: CharacterOffsets, base: Int) -> Diagnostic {
    let start =
      switch place {
      case .character(let number): offsets.offset(ofCharacter: number)
      case .byte(let offset): min(base + offset, source.bytes.count)
      }
    let span = Self.character(at: start, in: source)
    let words = Self.wording(of: self, at: span, in: source)
    var notes: [String] = []
    if let contextCharacter {
      let began = offsets.offset(ofCharacter: contextCharacter)
      if began != start { notes.append("it began at \(source.location(Span(began, began)).description)") }
    }
    return Diagnostic(.malformedInput, words.message, at: source.location(span), notes: notes, help: words.help)
  }

  /// The character at `offset`, or the end of the last text when nothing but blanks follow.
  private static func character(at offset: Int, in source: SourceText) -> Span {
    let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    guard offset < source.bytes.count else {
      var end = source.bytes.count
      while end > 0, blanks.contains(source.bytes[end - 1]) { end -= 1 }
      return Span(end, end)
    }
    var next = offset + 1
    while next < source.bytes.count, source.bytes[next] & 0xC0 == 0x80 { next += 1 }
    return Span(offset, next)
  }

  private static func wording(
    of problem: YAMLSyntaxProblem, at span: Span, in source: SourceText
  ) -> (message: String, help: String) {
    let found = source.text(in: span)
    if problem.text.contains("cannot start any token"), found == "\t" {
      return ("a tab cannot indent YAML", "indent with spaces")
    }
    if problem.text.contains("cannot start any token") {
      return ("\(QuotedText.of(found)) cannot start a value", "put text that starts with this character in quotes")
    }
    if problem.text.contains("control characters are not allowed") {
      return (
        "the control character \(QuotedText.of(found)) is not allowed", "write it as an escape in a double-quoted text"
      )
    }
    if let known = texts.first(where: { problem.text.contains($0.found) }) { return (known.message, known.help) }
    let context = problem.context.isEmpty ? "" : " \(problem.context)"
    return (
      "the YAML cannot be read: \(problem.text)\(context)", "check indentation, quotes and brackets around this place"
    )
  }

  private static let texts: [(found: String, message: String, help: String)] = [
    (
      "mapping values are not allowed in this context", "a `:` that starts a value is not allowed here",
      "put text that contains `: ` in quotes, and check the indentation"
    ),
    (
      "could not find expected ':'", "expected `:` after a key",
      "write `key: value`; text over several lines needs quotes or `|`"
    ),
    (
      "did not find expected key", "expected a key of the mapping",
      "give all keys of a mapping the same indentation, and quote text that contains `: ` or `, `"
    ),
    (
      "did not find expected '-' indicator", "expected `- ` for the next entry of the list",
      "give all entries of a list the same indentation"
    ),
    ("did not find expected ',' or ']'", "expected `,` or `]` in the list", "close the list with `]`"),
    ("did not find expected ',' or '}'", "expected `,` or `}` in the mapping", "close the mapping with `}`"),
    ("found unexpected end of stream", "the file ends inside a quoted text", "close the quotes"),
    (
      "found unexpected document indicator", "the quoted text is not closed before the document ends",
      "close the quotes"
    ),
    ("did not find expected <document start>", "expected the end of the file", "a file holds one value"),
    (
      "block sequence entries are not allowed", "a list entry is not allowed here",
      "start the list on a line of its own"
    ),
    ("block mapping keys are not allowed", "a key is not allowed here", "start the mapping on a line of its own"),
    ("found a tab character", "a tab cannot indent YAML", "indent with spaces"),
    ("found undefined tag handle", "the tag handle is not defined", "remove the tag"),
    (
      "found unknown escape character", "this is not an escape of YAML",
      "write `\\\\` for a backslash, or use single quotes"
    ),
    ("found invalid Unicode character escape code", "this escape is no character", "write the character itself"),
    ("found incompatible YAML document", "this version of YAML is not read", "remove the `%YAML` line"),
    ("exceeded max", "lists and mappings are nested too deep", "flatten the data"),
    ("out of memory", "there is not enough memory to read the file", "split the file"),
  ]
}
