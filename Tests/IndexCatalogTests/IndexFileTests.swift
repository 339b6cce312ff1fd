import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import QueryModel
import StructuredText
import Testing

@Suite struct IndexFileTests {
  @Test("file", arguments: try SpecFile.cases("indexes/files/cases.yaml"))
  func read(_ spec: SpecValue) throws {
    try spec.allow("id", "edition", "text", "composites", "overrides", "diagnostics")
    let edition = try spec.optional("edition").map { try $0.string }.flatMap(Edition.init) ?? .standard
    let file = IndexFile(reading: SourceText(path: "f.json", text: try spec["text"].string), edition: edition)
    #expect(try file.compositeTexts == spec.optional("composites")?.strings ?? [])
    #expect(try file.overrideTexts == spec.optional("overrides")?.strings ?? [])
    #expect(try file.diagnostics.map(\.caseText) == spec.optional("diagnostics")?.strings ?? [])
  }

  @Test("fixtures are clean", arguments: RepositoryFiles.paths(below: "indexes/fixtures", suffix: ".json"))
  func fixture(_ path: String) throws {
    let file = IndexFile(reading: SourceText(path: path, bytes: try RepositoryFiles.bytes(path)))
    #expect(file.diagnostics.filter { $0.severity == .error } == [])
  }

  @Test func `what is written reads back, in the order of the CLI`() throws {
    for path in RepositoryFiles.paths(below: "indexes/fixtures", suffix: ".json") {
      let file = IndexFile(reading: SourceText(path: path, bytes: try RepositoryFiles.bytes(path)))
      let again = IndexFile(reading: SourceText(path: path, text: file.catalog.fileText))
      #expect(Set(again.catalog.composites) == Set(file.catalog.composites))
      #expect(Set(again.catalog.overrides) == Set(file.catalog.overrides))
      #expect(again.catalog.fileText == file.catalog.fileText)
    }
  }

  @Test func `a second definition names the place of the first`() throws {
    let index =
      #"{"collectionGroup":"x","fields":[{"fieldPath":"a","order":"ASCENDING"},{"fieldPath":"b","order":"ASCENDING"}]}"#
    let file = IndexFile(reading: SourceText(path: "f.json", text: "{\"indexes\": [\n  \(index),\n  \(index)\n]}"))
    #expect(file.diagnostics.map(\.caseText) == ["FB2004 warning 3:3 this index is defined twice"])
    #expect(file.diagnostics.map(\.notes) == [["first defined at f.json:2:3"]])
  }

  /// An override cannot remove what a wider one has removed already.
  @Test func `collection indexes can be removed only once`() throws {
    let narrow =
      #"{"collectionGroup":"x","fieldPath":"m.a","indexes":[{"order":"ASCENDING","queryScope":"COLLECTION_GROUP"}]}"#
    for (wider, codes) in [("*", []), ("m", []), ("n", ["FB2021 info"])] {
      let override = #"{"collectionGroup":"x","fieldPath":"\#(wider)","indexes":[]}"#
      let file = IndexFile(
        reading: SourceText(path: "f.json", text: "{\"indexes\": [], \"fieldOverrides\": [\(override), \(narrow)]}"))
      #expect(file.diagnostics.map { "\($0.code.id) \($0.severity)" } == codes)
    }
  }

  @Test func `mutated files never crash the reader`() throws {
    let paths = RepositoryFiles.paths(below: "indexes/fixtures", suffix: ".json")
    let texts = try paths.map { try RepositoryFiles.bytes($0) }
    var random = SeededGenerator(seed: 20)
    for _ in 0..<400 {
      var bytes = try #require(texts.randomElement(using: &random))
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(try #require(#"{}[],:"1tn\"#.utf8.randomElement(using: &random)), at: position)
        default: bytes.removeSubrange(position..<min(position + 40, bytes.count))
        }
        if bytes.isEmpty { bytes = [123] }
      }
      let source = SourceText(path: "mutated.json", bytes: bytes)
      let file = IndexFile(reading: source)
      for diagnostic in file.diagnostics {
        let span = try #require(diagnostic.location).span
        #expect(0 <= span.start && span.start <= span.end && span.end <= bytes.count)
      }
      if let root = JSONReader.read(source, .lenient).node {
        _ = IndexFileEditor(source: source, root: root)?.adding(composites: file.catalog.composites, overrides: [])
      }
    }
  }
}

extension IndexFile {
  var compositeTexts: [String] {
    composites.map { "\($0.value.collectionGroup) \($0.value.scope.rawValue) \($0.value.completeFieldsText)" }
  }

  var overrideTexts: [String] {
    overrides.map { entry in
      let modes = entry.value.entries.map { "\($0.scope.rawValue)_\($0.mode.shortText)" }
      let ttl = entry.value.ttl.map { " ttl \($0)" } ?? ""
      return "\(entry.value.collectionGroup) \(entry.value.target.text) [\(modes.joined(separator: ", "))]\(ttl)"
    }
  }
}

extension Diagnostic {
  /// `FB2008 error 1:14 message`
  var caseText: String {
    let position = location?.position
    return "\(code.id) \(severity.rawValue) \(position?.line ?? 0):\(position?.column ?? 0) \(message)"
  }
}
