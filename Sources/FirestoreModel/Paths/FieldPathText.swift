// The text form of field paths with production's refusals.
//
//   path    := segment ("." segment)*
//   segment := [a-zA-Z_][a-zA-Z_0-9]* | "`" ( [^`\] | "\" any )+ "`"

extension FieldPath {
  /// The longest field name and field path, in UTF-8 bytes.
  package static let maximumByteCount = 1500

  /// Reads a path as the service does.
  ///
  /// - Throws: INVALID_ARGUMENT with production's text: empty path, syntax, array index, reserved segment, length.
  package init(parsing text: String) throws(FirestoreError) {
    guard !text.isEmpty else { throw .init(.invalidArgument, "Invalid empty property path string.") }
    var scanner = FieldPathScanner(text)
    let segments = try scanner.segments()
    self.init(segments: segments)
    guard !isDocumentName else { return }
    for segment in segments where segment.isReservedFieldName {
      throw .init(.invalidArgument, "Invalid reserved name in field path \(segment)")
    }
    guard text.utf8.count <= FieldPath.maximumByteCount else {
      throw .init(.invalidArgument, FieldNameRefusal.tooLong)
    }
  }

  static func syntaxError(_ text: String) -> FirestoreError {
    FirestoreError(
      .invalidArgument,
      #"Invalid property path "\#(text)". Unquoted property paths must match regex ([a-zA-Z_][a-zA-Z_0-9]*), "#
        + #"and quoted property paths must match regex (`(?:[^`\\]|(?:\\.))+`)"#)
  }
}

extension FieldPath: CustomStringConvertible {
  /// The canonical text: segments that are not simple are quoted with backticks.
  package var description: String {
    isUnknown ? "?" : segments.map(FieldPath.canonical).joined(separator: ".")
  }

  private static func canonical(_ segment: Text) -> String {
    let scalars = segment.string.unicodeScalars
    if let first = scalars.first, FieldPathScanner.isStart(first), scalars.allSatisfy(FieldPathScanner.isPart) {
      return segment.string
    }
    var result = "`"
    for scalar in scalars {
      if scalar == "`" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "`"
  }
}

extension Text {
  /// `__.*__`: names that a document cannot use and a path cannot mention, `__name__` apart.
  package var isReservedFieldName: Bool {
    let bytes = string.utf8
    return bytes.count >= 4 && bytes.starts(with: "__".utf8) && bytes.suffix(2).elementsEqual("__".utf8)
  }
}

/// What production says about names of properties, be they fields or aggregation aliases.
enum FieldNameRefusal {
  static let tooLong = "The property.name is longer than 1500 bytes."
  static let empty = "The property.name is the empty string."
  static func reserved(_ name: Text) -> String { "field name \(name) is reserved" }
}

private struct FieldPathScanner {
  private let text: String
  private let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  mutating func segments() throws(FirestoreError) -> [Text] {
    var result = [try segment()]
    while position < scalars.count {
      guard scalars[position] == "." else { throw refusal() }
      position += 1
      result.append(try segment())
    }
    return result
  }

  private mutating func segment() throws(FirestoreError) -> Text {
    guard position < scalars.count else { throw refusal() }
    if scalars[position] == "`" { return try quoted() }
    guard FieldPathScanner.isStart(scalars[position]) else { throw refusal() }
    let start = position
    while position < scalars.count, FieldPathScanner.isPart(scalars[position]) { position += 1 }
    return makeText(scalars[start..<position])
  }

  private mutating func quoted() throws(FirestoreError) -> Text {
    position += 1
    var content: [Unicode.Scalar] = []
    while position < scalars.count, scalars[position] != "`" {
      if scalars[position] == "\\" {
        position += 1
        // In production's regular expression `.` does not match a line feed.
        guard position < scalars.count, scalars[position] != "\n" else { throw FieldPath.syntaxError(text) }
      }
      content.append(scalars[position])
      position += 1
    }
    guard position < scalars.count, !content.isEmpty else { throw FieldPath.syntaxError(text) }
    position += 1
    return makeText(content[...])
  }

  private func makeText(_ scalars: ArraySlice<Unicode.Scalar>) -> Text {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return Text(String(view))
  }

  /// An array index has a short text of its own; every other mistake names the path and the grammar.
  private func refusal() -> FirestoreError {
    position < scalars.count && (scalars[position] == "[" || scalars[position] == "]")
      ? FirestoreError(.invalidArgument, "Invalid property path") : FieldPath.syntaxError(text)
  }

  static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  static func isPart(_ scalar: Unicode.Scalar) -> Bool { isStart(scalar) || ("0"..."9").contains(scalar) }
}
