import DatastoreExport
import Diagnostics
import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import FirestoreService
import Foundation
import RealtimeDatabase
import StructuredText
import Testing

@testable import Emulation

/// The format of Google's emulator, in folders that the Firebase CLI would write.
@Suite("exports in Google's format") struct GoogleExportTests {
  private static let overall = "firestore_export/firestore_export.overall_export_metadata"
  private static let part = "firestore_export/all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata"
  private static let output = "firestore_export/all_namespaces/all_kinds/output-0"

  private static let everything = #"""
    {"a": {"nullValue": null}, "b": {"booleanValue": true}, "c": {"integerValue": "-9223372036854775808"},
     "d": {"doubleValue": "NaN"}, "e": {"doubleValue": -0.0}, "f": {"doubleValue": "-Infinity"},
     "h": {"timestampValue": "0001-01-01T00:00:00.000001Z"}, "i": {"stringValue": "\u0000 é 🙂"},
     "j": {"bytesValue": "AAH/"}, "k": {"referenceValue": "projects/other/databases/x/documents/c/d"},
     "l": {"geoPointValue": {"latitude": -89.5, "longitude": 179.25}}, "m": {"arrayValue": {}},
     "n": {"arrayValue": {"values": [{"mapValue": {}}, {"nullValue": null}, {"mapValue": {"fields": {"x": {"arrayValue": {}}}}}]}},
     "o": {"mapValue": {"fields": {"x.y`\\": {"doubleValue": 1.0}}}}, "q": {"referenceValue": "projects/demo-local/databases/(default)/documents/c/d"},
     "p": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.5}, {"doubleValue": -0.0}]}}}}}}
    """#

  private func fields(_ emulation: Emulation, in name: DatabaseName = .standard) throws -> [Text: String] {
    try Dictionary(
      uniqueKeysWithValues: emulation.database(name).store.current.allDocuments.map {
        (Text($0.path.description), String(reflecting: $0.fields))
      })
  }

  // MARK: - Round trips

  @Test("documents of every kind, with those of other databases and projects beside them, come back")
  func roundTrip() async throws {
    let folder = try Folder()
    let emulation = try folder.emulation()
    let others = [DatabaseName(project: "demo-local", database: "two"), DatabaseName(project: "else")]
    for path in ["c/all", "c/all/s/below", "x/missing/s/only", "c/__id7__"] {
      try await emulation.set(path, Self.everything)
    }
    for name in others { try await emulation.set("c/a", Self.everything, in: name) }
    try emulation.exportDocuments(to: folder.path + "/out", as: .google)
    #expect(
      folder.names
        == [
          "out", "out/else", "out/else/(default).jsonl", "out/firebase-export-metadata.json", "out/firestore_export",
          "out/firestore_export/all_namespaces", "out/firestore_export/all_namespaces/all_kinds",
          "out/" + Self.part, "out/" + Self.output, "out/" + Self.overall, "out/two.jsonl",
        ])
    let again = try folder.emulation(clock: SetClock("2030-01-01T00:00:00Z"))
    #expect(try await again.importDocuments(from: folder.path + "/out") == ImportReport(documents: 6))
    for name in others + [.standard] { #expect(try fields(again, in: name) == fields(emulation, in: name)) }
    let document = try await again.database(.standard).get(try DocumentPath(parsing: "c/all"), .strong, .admin).stored
      .document
    #expect(document.updateTime.rfc3339 == "2030-01-01T00:00:00Z")
    try again.exportDocuments(to: folder.path + "/again", as: .google)
    for file in [Self.output, Self.overall] {
      #expect(
        FileManager.default.contentsEqual(
          atPath: "\(folder.path)/out/\(file)", andPath: "\(folder.path)/again/\(file)"), "\(file)")
    }
  }

  @Test("the Firebase CLI finds its way by the metadata, also where there is nothing") func metadata() async throws {
    let folder = try Folder()
    let emulation = try folder.emulation()
    try emulation.exportDocuments(to: folder.path + "/out", as: .google)
    #expect(
      folder.names.filter { !$0.hasSuffix("export") } == [
        "out", "out/firebase-export-metadata.json", "out/" + Self.overall,
      ])
    #expect(
      try folder.read("out/firebase-export-metadata.json") == """
        {
          "version": "0.0.0",
          "firestore": {
            "version": "0.0.0",
            "path": "firestore_export",
            "metadata_file": "firestore_export/firestore_export.overall_export_metadata"
          }
        }

        """)
    let report = try await emulation.importDocuments(from: folder.path + "/out")
    #expect(report == ImportReport())
  }

  @Test("random documents survive", arguments: 0..<8) func random(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try Folder()
    let emulation = try folder.emulation()
    for _ in 0..<300 {
      let ids = ["a", "b", "__id3__", "é", "e\u{301}", "🙂", "A b"]
      let path = (0..<2 * Int.random(in: 1...3, using: &generator)).map { _ in
        ids[Int.random(in: ids.indices, using: &generator)]
      }.joined(separator: "/")
      let text = String(repeating: "x", count: Int.random(in: 0...2_000, using: &generator))
      try await emulation.set(path, #"{"n": {"stringValue": "\#(text)"}, "t": {"arrayValue": {}}}"#)
    }
    try emulation.exportDocuments(to: folder.path + "/out", as: .google)
    let again = try folder.emulation()
    try await again.importDocuments(from: folder.path + "/out")
    #expect(try fields(again) == fields(emulation))
  }

  // MARK: - What others have written

  /// An export of another project, as the Firebase CLI names things.
  private func foreign(_ others: String = "", name: String = "mock") throws -> Folder {
    let folder = try Folder([
      "in/firebase-export-metadata.json":
        #"{"version":"13.0.0","firestore":{"version":"1","path":"\#(name)","metadata_file":"\#(name)\\\#(name).overall_export_metadata"}\#(others)}"#
    ])
    let database = DatabaseName(project: "real")
    let document = Document(
      path: try DocumentPath(parsing: "c/a"),
      fields: ["r": .reference(DocumentName(database: database, path: try DocumentPath(parsing: "c/b")))],
      createTime: Timestamp(microseconds: 0), updateTime: Timestamp(microseconds: 0))
    var records = RecordWriter()
    let output = records.bytes(of: EntityWriter(database: database).record(document))
    let part = PartMetadata(
      name: name, start: Timestamp(microseconds: 0), end: Timestamp(microseconds: 0), files: ["output-0"])
    let overall = OverallMetadata(
      parts: [.init(path: "all_namespaces/all_kinds/p.export_metadata", documentCount: 1, byteCount: output.count)])
    let files = [
      "\(name).overall_export_metadata": overall.file, "all_namespaces/all_kinds/p.export_metadata": part.file,
      "all_namespaces/all_kinds/output-0": output,
    ]
    for (file, bytes) in files {
      try folder.write("", to: "in/\(name)/\(file)")
      try Data(bytes).write(to: URL(filePath: "\(folder.path)/in/\(name)/\(file)"))
    }
    return folder
  }

  @Test("documents of another project become the emulator's own, and their references") func otherProject() async throws
  {
    let folder = try foreign()
    let emulation = try folder.emulation()
    let report = try await emulation.importDocuments(from: folder.path + "/in")
    #expect(report == ImportReport(documents: 1, origins: ["real"]))
    let document = try await emulation.database(.standard).get(try DocumentPath(parsing: "c/a"), .strong, .admin)
      .stored.document
    #expect(
      document.fields["r"]
        == .reference(DocumentName(database: .standard, path: try DocumentPath(parsing: "c/b"))))
  }

  @Test("what is not emulated is named, and stays when the export is replaced") func otherProducts() async throws {
    let folder = try foreign(
      #","auth":{"version":"13","path":"auth_export"},"database":{"version":"4","path":"database_export"}"#)
    try folder.write(#"{"users":[]}"#, to: "in/auth_export/accounts.json")
    try folder.write(#"{"a":{".value":1,".priority":2}}"#, to: "in/database_export/one.json")
    let emulation = try folder.emulation()
    let report = try await emulation.importDocuments(from: folder.path + "/in")
    #expect((report.documents, report.instances) == (1, 1))
    #expect(
      folder.lines(report.leftOut) == [
        "FB8001 info in/firebase-export-metadata.json:1:116 `auth` of the export is not imported: only Firestore and the "
          + "Realtime Database are"
      ])
    for format in [ExchangeFormat.google, .lines] {
      try emulation.exportDocuments(to: folder.path + "/in", as: format)
      #expect(try folder.read("in/auth_export/accounts.json") == #"{"users":[]}"#)
      #expect(try folder.read("in/database_export/one.json") == #"{"a":{".value":1,".priority":2}}"#)
      #expect(!folder.names.contains("in/mock"))
      #expect(folder.names.contains("in/firestore_export") == (format == .google))
      let again = try folder.emulation()
      let report = try await again.importDocuments(from: folder.path + "/in")
      #expect((report.documents, report.instances, report.leftOut.count) == (1, 1, 1))
    }
  }

  @Test("an export that is replaced keeps its format unless another one is wanted") func format() async throws {
    let folder = try Folder()
    let emulation = try folder.emulation()
    try await emulation.set("c/a")
    try await emulation.set("c/a", in: DatabaseName(project: "demo-local", database: "two"))
    let steps: [(wanted: ExchangeFormat?, written: ExchangeFormat)] = [
      (nil, .google), (.lines, .lines), (nil, .lines), (.google, .google), (nil, .google),
    ]
    for (number, step) in steps.enumerated() {
      try emulation.exportDocuments(to: folder.path + "/out", as: step.wanted)
      let names = folder.names
      #expect(names.contains("out/firebase-export-metadata.json") == (step.written == .google), "\(number)")
      #expect(names.contains("out/(default).jsonl") == (step.written == .lines), "\(number)")
      #expect(names.contains("out/two.jsonl"))
    }
  }

  @Test("one database alone, as Google's emulator and `gcloud` write it") func oneDatabase() async throws {
    let folder = try Folder()
    let emulation = try folder.emulation()
    let two = DatabaseName(project: "demo-local", database: "two")
    try await emulation.set("c/a", Self.everything, in: two)
    try await emulation.set("c/other")
    try emulation.exportDatabase(two, to: folder.path + "/out/mine")
    #expect(folder.names.contains("out/mine/mine.overall_export_metadata"))
    try emulation.exportDatabase(two, to: folder.path + "/out/mine")
    let again = try folder.emulation()
    for path in ["out/mine", "out/mine/mine.overall_export_metadata"] {
      let report = try await again.importDatabase(two, from: "\(folder.path)/\(path)")
      #expect(report.documents == 1)
      #expect(try fields(again, in: two).keys.sorted() == ["c/a"])
    }
    let whole = try await again.importDocuments(from: folder.path + "/out/mine")
    #expect(whole.documents == 1)
    #expect(try fields(again).keys.sorted() == ["c/a"])
  }

  // MARK: - Damage

  @Test("damaged files are refused with their place, and nothing is imported then") func damage() async throws {
    let cases: [(change: (Folder) throws -> Void, line: String)] = [
      (
        { try change($0, "in/mock/all_namespaces/all_kinds/output-0", at: 20) },
        "FB0013 error in/mock/all_namespaces/all_kinds/output-0:1:1 the checksum of a record is wrong (byte 0, behind 0 records)"
      ),
      (
        { try cut($0, "in/mock/all_namespaces/all_kinds/output-0") },
        "FB0013 error in/mock/all_namespaces/all_kinds/output-0:1:1 the file ends inside a record (byte 0, behind 0 records)"
      ),
      (
        { try $0.write("", to: "in/mock/all_namespaces/all_kinds/output-0") },
        "FB0013 error in/mock/mock.overall_export_metadata:1:1 the export holds 0 of the 1 documents that its metadata name"
      ),
      (
        { try $0.remove("in/mock/all_namespaces/all_kinds/output-0") },
        "FB0013 error in/mock/all_namespaces/all_kinds/output-0:1:1 there is no file `in/mock/all_namespaces/all_kinds/output-0`"
      ),
      (
        { try change($0, "in/mock/mock.overall_export_metadata", at: 7) },
        "FB0013 error in/mock/mock.overall_export_metadata:1:1 the checksum of a record is wrong (byte 0)"
      ),
      (
        { try $0.write("\u{1F}", to: "in/mock/all_namespaces/all_kinds/p.export_metadata") },
        "FB0013 error in/mock/all_namespaces/all_kinds/p.export_metadata:1:1 a field is of no known type (byte 0)"
      ),
      (
        { try $0.write("{", to: "in/firebase-export-metadata.json") },
        "FB0013 error in/firebase-export-metadata.json:1:2 the file ends inside the object"
      ),
      (
        { try $0.write(#"{"firestore":{}}"#, to: "in/firebase-export-metadata.json") },
        "FB0013 error in/firebase-export-metadata.json:1:14 `firestore` has no text `metadata_file`"
      ),
      (
        { try $0.write(#"{"firestore":{"metadata_file":"../x"}}"#, to: "in/firebase-export-metadata.json") },
        "FB0013 error in/firebase-export-metadata.json:1:31 `../x` does not lie in the folder of the export"
      ),
    ]
    for (change, line) in cases {
      let folder = try foreign()
      try change(folder)
      let emulation = try folder.emulation()
      do throws(ExchangeFailure) {
        try await emulation.importDocuments(from: folder.path + "/in")
        Issue.record("imported: \(line)")
      } catch {
        guard case .unreadable(let findings) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(folder.lines(findings) == [line])
      }
      #expect(emulation.databases.isEmpty)
    }
  }

  @Test("an export whose process ended between its last two steps is not lost") func interrupted() async throws {
    let folder = try foreign()
    try FileManager.default.moveItem(atPath: folder.path + "/in", toPath: folder.path + "/.in.writing.old")
    let emulation = try folder.emulation()
    let report = try await emulation.importDocuments(from: folder.path + "/in")
    #expect(report.documents == 1)
  }

  @Test("a folder with anything else in it is not replaced") func otherFiles() async throws {
    let folder = try foreign()
    try folder.write("mine", to: "in/notes.txt")
    let emulation = try folder.emulation()
    try await emulation.set("c/a")
    for format in ExchangeFormat.allCases {
      let failure = #expect(throws: ExchangeFailure.self) {
        try emulation.exportDocuments(to: folder.path + "/in", as: format)
      }
      #expect(failure?.message.contains("holds other things than an export, such as `notes.txt`") == true)
    }
  }
}

private func change(_ folder: Folder, _ name: String, at position: Int) throws {
  let file = URL(filePath: "\(folder.path)/\(name)")
  var bytes = [UInt8](try Data(contentsOf: file))
  bytes[position] ^= 1
  try Data(bytes).write(to: file)
}

private func cut(_ folder: Folder, _ name: String) throws {
  let file = URL(filePath: "\(folder.path)/\(name)")
  try Data(contentsOf: file).dropLast().write(to: file)
}
