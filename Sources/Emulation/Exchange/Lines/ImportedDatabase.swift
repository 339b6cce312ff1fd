import Diagnostics
import FirestoreModel
import QueryModel
import StructuredText

/// The documents of one file of an export.
struct ImportedDatabase {
  var name: DatabaseName
  var documents: [Document]

  /// Problems after which nobody reads on.
  private static let maximumFindings = 20
  /// Lines after which other requests have their turn: there are as few threads as processors.
  private static let linesAtOnce = 256
  /// Times that lie further ahead of the clock, in microseconds, are mistakes: every later commit has to come after them.
  private static let maximumLead: Int64 = 86_400_000_000

  /// - Parameters:
  ///   - project: of databases that do not say theirs.
  ///   - time: of documents without times.
  static func read(_ path: String, project: Text, at time: Timestamp) async throws(ExchangeFailure) -> ImportedDatabase
  {
    let lines = try InputLines(path: path)
    var findings: [Diagnostic] = []
    guard let first = try lines.next() else {
      throw .unreadable([Diagnostic(.malformedInput, "the file is empty", at: SourceText(path: path, bytes: []).start)])
    }
    guard let header = header(first, lines, project, &findings) else { throw .unreadable(findings) }
    var database = ImportedDatabase(name: header.name, documents: [])
    var seen: Set<DocumentPath> = []
    while let line = try lines.next() {
      if lines.number.isMultiple(of: linesAtOnce) { await Task.yield() }
      if line.isEmpty { continue }
      if let document = document(line, lines, header.name, time, &findings) {
        if seen.insert(document.path).inserted {
          database.documents.append(document)
        } else {
          findings.append(
            Diagnostic(
              .duplicateKey, "the document \(QuotedText.of(document.path.description, limit: 200)) stands here twice",
              at: lines.location(Span(0, line.count), in: line)))
        }
      }
      if findings.count >= maximumFindings { throw .unreadable(findings) }
    }
    if findings.isEmpty, let expected = header.documents, expected != database.documents.count {
      let last = lines.location(Span(0, 0), in: [])
      findings.append(
        Diagnostic(
          .malformedInput,
          "the file holds \(database.documents.count) of the \(expected) documents that its first line names", at: last,
          help: "it was cut off or edited: export again, or correct `documents` in its first line"))
    }
    guard findings.isEmpty else { throw .unreadable(findings) }
    return database
  }

  // MARK: - Lines

  private static func header(
    _ line: [UInt8], _ lines: InputLines, _ project: Text, _ findings: inout [Diagnostic]
  ) -> (name: DatabaseName, documents: Int?)? {
    let source = SourceText(path: "", bytes: line)
    let result = JSONReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    defer { findings += decoding.diagnostics.map { $0.moved(into: lines, line) } }
    guard let root = result.valid, var object = ObjectReader(root, decoding, for: "the first line of an export") else {
      return nil
    }
    let version = object.integer("firebreakExport", .requiredElse(.malformedInput))
    let database = object.string("database", .required)
    let other = object.string("project")
    let documents = object.integer("documents", in: 0...Int64(Int.max))
    object.know("time")
    if let version, version != ExportLines.version {
      decoding.report(
        .unsupportedFeature, "exports of version \(version) cannot be read", at: root.span,
        help: "this version of Firebreak reads version \(ExportLines.version)")
    }
    object.finish()
    guard let database, !decoding.hasErrors else { return nil }
    return (
      DatabaseName(project: other.map { Text($0) } ?? project, database: Text(database)), documents.map { Int($0) }
    )
  }

  private static func document(
    _ line: [UInt8], _ lines: InputLines, _ database: DatabaseName, _ time: Timestamp, _ findings: inout [Diagnostic]
  ) -> Document? {
    let source = SourceText(path: "", bytes: line)
    let result = JSONReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    defer { findings += decoding.diagnostics.map { $0.moved(into: lines, line) } }
    guard let root = result.valid, var object = ObjectReader(root, decoding, for: "a document") else { return nil }
    let nameNode = object.node("name", .required)
    let fieldsNode = object.node("fields")
    let times = Self.times(object.node("createTime"), object.node("updateTime"), at: time, decoding)
    object.finish()
    guard let nameNode, let name = decoding.string(nameNode, for: "name") else { return nil }
    var fields = MapValue()
    do {
      if let fieldsNode { fields = try MapValue(jsonFields: fieldsNode, in: source, database: database) }
    } catch {
      for problem in error.diagnostics { decoding.report(problem) }
    }
    do throws(FirestoreError) {
      let full = try DocumentName(parsing: name, relativeTo: database)
      try fields.validateForWrite(name: full)
      guard !decoding.hasErrors else { return nil }
      return Document(path: full.path, fields: fields, createTime: times.created, updateTime: times.updated)
    } catch {
      decoding.report(.malformedInput, error.message, at: nameNode.span)
      return nil
    }
  }

  private static func times(
    _ createNode: Node?, _ updateNode: Node?, at now: Timestamp, _ decoding: NodeDecoding
  ) -> (created: Timestamp, updated: Timestamp) {
    let created = time(createNode, decoding)
    let updated = time(updateNode, decoding)
    if let created, let updated, let updateNode, updated < created {
      decoding.report(
        .malformedInput, "`updateTime` \(updated.rfc3339) is before `createTime` \(created.rfc3339)",
        at: updateNode.span)
    }
    let (latest, overflows) = now.microseconds.addingReportingOverflow(maximumLead)
    for (name, node, time) in [("createTime", createNode, created), ("updateTime", updateNode, updated)] {
      guard let node, let time, !overflows, time.microseconds > latest else { continue }
      decoding.report(
        .malformedInput, "`\(name)` \(time.rfc3339) is more than a day after the emulator's time \(now.rfc3339)",
        at: node.span)
    }
    let update = updated ?? created ?? now
    return (created ?? update, update)
  }

  private static func time(_ node: Node?, _ decoding: NodeDecoding) -> Timestamp? {
    guard let node, let text = decoding.string(node) else { return nil }
    if let time = Timestamp(rfc3339: text) { return time }
    decoding.report(.wrongType, "\(QuotedText.of(text)) is not a time in RFC 3339 form", at: node.span)
    return nil
  }
}

extension Diagnostic {
  /// Found in one line alone, shown in the file.
  fileprivate func moved(into lines: InputLines, _ line: [UInt8]) -> Diagnostic {
    var moved = self
    moved.location = lines.location(location?.span ?? Span(0, line.count), in: line)
    return moved
  }
}
