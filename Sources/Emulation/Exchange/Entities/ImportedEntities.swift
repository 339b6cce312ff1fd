import DatastoreExport
import Diagnostics
import FirestoreModel
import Project

/// The documents of an export in Google's format, of which a file says what parts it has.
struct ImportedEntities {
  private(set) var documents: [Document] = []
  /// Whose they were.
  private(set) var projects: Set<Text> = []
  private var seen: Set<DocumentPath> = []
  private var findings: [Diagnostic] = []
  private let reader: EntityReader

  private static let maximumFindings = 20
  /// Records after which other requests have their turn: there are as few threads as processors.
  private static let recordsAtOnce = 256

  /// - Parameters:
  ///   - overall: the path of the overall metadata.
  ///   - time: of the documents, whose own are in no file.
  static func read(
    _ overall: String, into target: DatabaseName, at time: Timestamp
  ) async throws(ExchangeFailure) -> ImportedEntities {
    var imported = ImportedEntities(reader: EntityReader(target: target, time: time))
    for part in try file(overall, OverallMetadata.init).parts {
      let path = try below(DisplayPath.folder(of: overall), part.path, named: overall)
      let before = imported.documents.count
      for name in try file(path, PartMetadata.init).files {
        try await imported.readOutput(try below(DisplayPath.folder(of: path), name, named: path))
      }
      guard imported.findings.isEmpty else { throw .unreadable(imported.findings) }
      try imported.require(part.documentCount, since: before, overall)
    }
    return imported
  }

  private init(reader: EntityReader) { self.reader = reader }

  /// What is whole in itself may still be less than was exported.
  private func require(_ expected: Int?, since before: Int, _ overall: String) throws(ExchangeFailure) {
    let count = documents.count - before
    guard let expected, expected != count else { return }
    throw .unreadable([
      Diagnostic(
        .malformedInput, "the export holds \(count) of the \(expected) documents that its metadata name",
        at: SourceText(path: overall, bytes: []).start, help: "a file was cut off or replaced: export again")
    ])
  }

  // MARK: - Files

  private static func file<Content>(
    _ path: String, _ read: ([UInt8]) throws(ExportDamage) -> Content
  ) throws(ExchangeFailure) -> Content {
    let source: SourceText
    do throws(InputFileError) { source = try InputFile.read(path) } catch { throw .unreadable([error.diagnostic]) }
    do throws(ExportDamage) { return try read(source.bytes) } catch {
      throw .unreadable([error.diagnostic(in: path, at: "byte \(error.offset)")])
    }
  }

  private static func below(
    _ folder: String, _ path: String, named origin: String
  ) throws(ExchangeFailure) -> String {
    guard let inside = ExportPath.inside(path) else {
      throw .unreadable([
        Diagnostic(
          .malformedInput, "\(QuotedText.of(path, limit: 200)) does not lie in the folder of the export",
          at: SourceText(path: origin, bytes: []).start)
      ])
    }
    return DisplayPath.join(folder, inside)
  }

  /// Record by record: the file may be larger than what anybody wants to hold twice.
  private mutating func readOutput(_ path: String) async throws(ExchangeFailure) {
    guard InputFile.kind(path) == .file else {
      throw .unreadable([InputFileError(path: path, reason: .missing).diagnostic])
    }
    let chunks = try FileChunks(path: path)
    var records = RecordReader()
    var number = 0
    do {
      while let bytes = try chunks.next() {
        records.append(bytes)
        while let record = try records.next() {
          number += 1
          if number.isMultiple(of: Self.recordsAtOnce) { await Task.yield() }
          add(record, number, of: path)
          if findings.count >= Self.maximumFindings { throw ExchangeFailure.unreadable(findings) }
        }
      }
      try records.finish()
    } catch let damage as ExportDamage {
      let place = "byte \(damage.offset), behind \(number == 1 ? "1 record" : "\(number) records")"
      throw .unreadable(findings + [damage.diagnostic(in: path, at: place)])
    } catch let failure as ExchangeFailure {
      throw failure
    } catch {
      throw .file("cannot read \(QuotedText.of(path, limit: 200))")
    }
  }

  private mutating func add(_ record: RecordReader.Record, _ number: Int, of path: String) {
    let place = "record \(number) at byte \(record.offset)"
    do throws(ExportDamage) {
      let entity = try reader.entity(record.bytes)
      projects.insert(Text(entity.project))
      if seen.insert(entity.document.path).inserted {
        documents.append(entity.document)
      } else {
        let name = QuotedText.of(entity.document.path.description, limit: 200)
        findings.append(
          Diagnostic(
            .duplicateKey, "the document \(name) stands here twice (\(place))",
            at: SourceText(path: path, bytes: []).start))
      }
    } catch {
      findings.append(error.diagnostic(in: path, at: "\(place), byte \(error.offset) of it"))
    }
  }
}

extension ExportDamage {
  fileprivate func diagnostic(in path: String, at place: String) -> Diagnostic {
    Diagnostic(
      kind == .damaged ? .malformedInput : .unsupportedFeature, "\(message) (\(place))",
      at: SourceText(path: path, bytes: []).start,
      help: kind == .damaged ? "the file is damaged: export again, or take an older copy" : nil)
  }
}
