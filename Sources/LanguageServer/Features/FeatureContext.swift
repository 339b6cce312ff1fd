import Diagnostics
import JSONRPC
import Project
import ProjectCheck
import QueryScanner
import QueryShapes
import StructuredText

/// What a request is about, and what is known of it.
struct FeatureContext {
  let parameters: Node?
  let document: OpenDocument
  /// Nil only for features that do without.
  let analysis: WorkspaceAnalysis?
  let client: ClientFeatures
  let server: ServerDescription
  let documents: OpenDocuments
  var places: CurrentPlaces

  init(
    _ parameters: Node?, _ documents: OpenDocuments, _ analysis: WorkspaceAnalysis?, _ client: ClientFeatures,
    _ server: ServerDescription
  ) throws(RPCError) {
    guard let address = parameters?.member("textDocument")?.member("uri")?.text else {
      throw RPCError(.invalidParameters, "`textDocument` has to name a document")
    }
    guard let document = documents[address] else {
      throw RPCError(.invalidParameters, "\(QuotedText.of(address, limit: 200)) is not open")
    }
    self.parameters = parameters
    self.document = document
    self.analysis = analysis
    self.client = client
    self.server = server
    self.documents = documents
    places = CurrentPlaces(documents, client.encoding)
  }

  var projects: [AnalyzedProject] { analysis?.projects ?? [] }

  /// The byte of the position that is asked about.
  func offset() throws(RPCError) -> Int {
    guard let position = TextPosition(parameters?.member("position")) else {
      throw RPCError(.invalidParameters, "`position` has to be one")
    }
    return document.offset(of: position, client.encoding)
  }

  /// The bytes of the range that is asked about.
  func range() throws(RPCError) -> Range<Int> {
    guard let range = TextRange(parameters?.member("range")) else {
      throw RPCError(.invalidParameters, "`range` has to be one")
    }
    let start = document.offset(of: min(range.start, range.end), client.encoding)
    return start..<max(start, document.offset(of: max(range.start, range.end), client.encoding))
  }

  /// The word at a byte: letters, digits, `_`, `$` and signs that are asked for.
  func word(at offset: Int, with signs: String = "") -> String {
    let range = wordRange(at: offset, with: signs)
    return String(decoding: document.bytes[range], as: UTF8.self)
  }

  func wordRange(at offset: Int, with signs: String = "") -> Range<Int> {
    let bytes = document.bytes
    func isPart(_ byte: UInt8) -> Bool {
      byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
        || signs.utf8.contains(byte)
    }
    var start = min(offset, bytes.count)
    var end = start
    while start > 0, isPart(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    return start..<end
  }
}

/// A query at its place in the document that is asked about.
struct PlacedQuery {
  var project: AnalyzedProject
  var shape: QueryShape
  var group: QueryGroup
  /// In the document as it is now.
  var span: Range<Int>

  /// What a source asks there; nil for queries of workloads.
  var request: SourceRequest? {
    project.queries.sources.requests.first {
      $0.request.location == shape.location && $0.request.targetsQuery(of: shape)
    }
  }
}

extension FeatureContext {
  /// The queries of the document, in its order.
  mutating func queries() -> [PlacedQuery] {
    guard let path = document.path else { return [] }
    var found: [PlacedQuery] = []
    for project in projects {
      for (shape, group) in project.queries.shapes(in: path) {
        found.append(PlacedQuery(project: project, shape: shape, group: group, span: places.span(shape.location)))
      }
    }
    return found
  }

  /// Those at a byte: of the call that is there, else of the statement.
  mutating func queries(at offset: Int) -> [PlacedQuery] {
    let queries = queries()
    let called = queries.filter { $0.span.lowerBound <= offset && offset <= $0.span.upperBound }
    let around = called.isEmpty ? queries.filter { document.statement(around: $0.span).contains(offset) } : called
    guard let nearest = around.map({ abs($0.span.lowerBound - offset) }).min() else { return [] }
    return around.filter { abs($0.span.lowerBound - offset) == nearest }
  }

  /// The entry of an index file at a byte, with what it is an entry of.
  mutating func definition(
    at offset: Int
  ) -> (project: AnalyzedProject, text: String, location: SourceLocation)? {
    guard let path = document.path else { return nil }
    for project in projects {
      for group in project.queries.groups where group.source.path == path {
        for definition in group.definitions where contains(definition.location, offset) {
          return (project, definition.text, definition.location)
        }
      }
    }
    return nil
  }

  mutating func contains(_ location: SourceLocation, _ offset: Int) -> Bool {
    let span = places.span(location)
    return span.lowerBound <= offset && offset <= span.upperBound
  }
}

extension OpenDocument {
  /// The lines that a call and what it continues stand on: `query`, and below it `.where(…)` and `.get()`.
  fileprivate func statement(around span: Range<Int>) -> ClosedRange<Int> {
    var line = lines.line(of: span.lowerBound)
    while line > 0, continues(line) { line -= 1 }
    let end = lines.end(of: lines.line(of: span.upperBound), in: bytes)
    return lines.starts[line]...max(lines.starts[line], end)
  }

  /// Whether a line begins with what continues the one before.
  private func continues(_ line: Int) -> Bool {
    let text = bytes[lines.starts[line]..<max(lines.starts[line], lines.end(of: line, in: bytes))]
    let first = text.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return first.map { ".?)]},".utf8.contains($0) } ?? false
  }
}

extension UInt8 {
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isDigit: Bool { (0x30...0x39).contains(self) }
}
