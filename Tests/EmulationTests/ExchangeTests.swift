import Diagnostics
import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import FirestoreService
import Foundation
import Project
import Synchronization
import Testing

@testable import Emulation

@Suite("exports and imports") struct ExchangeTests {
  private static let everything = #"""
    {"a": {"nullValue": null}, "b": {"booleanValue": true}, "c": {"integerValue": "-9223372036854775808"},
     "d": {"doubleValue": "NaN"}, "e": {"doubleValue": -0.0}, "f": {"doubleValue": "-Infinity"},
     "g": {"doubleValue": 5e-324}, "h": {"timestampValue": "0001-01-01T00:00:00.000001Z"},
     "i": {"stringValue": "\u0000 \"é\" \ud83d\ude00 \u2028"}, "j": {"bytesValue": "AAH/"},
     "k": {"referenceValue": "projects/other/databases/x/documents/c/d"},
     "l": {"geoPointValue": {"latitude": -89.5, "longitude": 179.25}}, "m": {"arrayValue": {}},
     "n": {"arrayValue": {"values": [{"mapValue": {}}, {"stringValue": ""}]}},
     "o": {"mapValue": {"fields": {"": {"integerValue": "1"}, "x.y`\\": {"doubleValue": 1.0}}}},
     "p": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.5}, {"doubleValue": -0.0}]}}}}},
     "\u00e9": {"integerValue": "1"}, "e\u0301": {"integerValue": "2"}}
    """#.replacing(#""": {"integerValue": "1"}, "x.y"#, with: #""z": {"integerValue": "1"}, "x.y"#)

  private func contents(_ emulation: Emulation) throws -> [String: [Document]] {
    var contents: [String: [Document]] = [:]
    for database in emulation.databases {
      contents["\(database.name.project)/\(database.name.database)"] = Array(database.store.current.allDocuments)
    }
    return contents
  }

  @Test("what is exported is imported exactly: values, names and times, of several databases and projects")
  func roundTrip() async throws {
    let folder = try Folder()
    let clock = SetClock("2026-11-21T12:00:00.123456Z")
    let emulation = try folder.emulation(clock: clock)
    let others = [
      DatabaseName(project: "demo-local", database: "two"), DatabaseName(project: "..x:y", database: "(default)"),
      DatabaseName(project: "demo-local", database: ".."),
    ]
    try await emulation.set("c/all", Self.everything)
    clock.advance(seconds: 60)
    try await emulation.set("c/all", Self.everything)
    try await emulation.set("c/all", Self.everything.replacing("5e-324", with: "6e-324"))
    for name in others { try await emulation.set("weird\u{0}\n/.🙂", #"{"n": {"integerValue": "1"}}"#, in: name) }
    _ = try emulation.database(DatabaseName(project: "empty"))
    let before = try contents(emulation).filter { !$0.value.isEmpty }
    #expect(before.count == 4)
    #expect(before["demo-local/(default)"]?.first?.fields.count == 18)
    try emulation.exportDocuments(to: folder.path + "/out", as: .lines)
    #expect(
      folder.names
        == [
          "out", "out/%2E.x%3Ay", "out/%2E.x%3Ay/(default).jsonl", "out/%2E..jsonl", "out/(default).jsonl",
          "out/two.jsonl",
        ].sorted())
    let again = try folder.emulation(clock: SetClock("2030-01-01T00:00:00Z"))
    #expect(try await again.importDocuments(from: folder.path + "/out").documents == 4)
    let after = try contents(again)
    #expect(after.keys.sorted() == before.keys.sorted())
    for (name, documents) in before { #expect(after[name].map(bits) == bits(documents), "\(name)") }
    try again.exportDocuments(to: folder.path + "/again", as: .lines)
    for file in ["(default).jsonl", "two.jsonl"] {
      let lines = try [folder.read("out/\(file)"), folder.read("again/\(file)")].map {
        $0.split(separator: "\n").dropFirst()
      }
      #expect(lines[0] == lines[1])
    }
  }

  /// Equality of values takes −0 for 0; the text does not.
  private func bits(_ documents: [Document]) -> [String] {
    documents.map { "\($0.path) \($0.createTime) \($0.updateTime) \(String(reflecting: $0.fields))" }
  }

  @Test("lines are in the order of names, with what is below documents that do not exist") func order() async throws {
    let folder = try Folder()
    let emulation = try folder.emulation()
    let paths = [
      "a/1", "a/1/s/x", "a/1/s/x/t/y", "a/2", "a/__id10__", "a/__id9__", "a/10/s/only", "b/z", "a/1/r/q", "a/10z",
    ]
    for path in paths { try await emulation.set(path) }
    try emulation.exportDocuments(to: folder.path + "/out", as: .lines)
    let lines = try folder.read("out/(default).jsonl").split(separator: "\n")
    #expect(lines[0] == #"{"firebreakExport":1,"database":"(default)","time":"2026-11-21T12:00:00Z","documents":10}"#)
    let names = lines.dropFirst().compactMap { $0.split(separator: "\"").dropFirst(3).first.map(String.init) }
    #expect(names == paths.compactMap { try? DocumentPath(parsing: $0) }.sorted().map(\.description))
    #expect(
      lines.last
        == #"{"name":"b/z","fields":{},"createTime":"2026-11-21T12:00:00.000008Z","updateTime":"2026-11-21T12:00:00.000008Z"}"#
    )
  }

  @Test(
    "user experience case 11: an export that fails leaves the earlier one as it was", arguments: ExchangeFormat.allCases
  )
  func failure(format: ExchangeFormat) async throws {
    let folder = try Folder()
    let emulation = try folder.emulation()
    try await emulation.set("c/a")
    try emulation.exportDocuments(to: folder.path + "/out", as: format)
    let (names, kept) = (folder.names, folder.path + "/kept")
    try FileManager.default.copyItem(atPath: folder.path + "/out", toPath: kept)
    defer { try? FileManager.default.removeItem(atPath: kept) }
    try await emulation.set("c/b")
    #expect(throws: ExchangeFailure.file("no space is left")) {
      try emulation.exportDocuments(to: folder.path + "/out", as: format) { _ throws(ExchangeFailure) in
        FullDisk(after: 1)
      }
    }
    #expect(folder.names.filter { !$0.hasPrefix("kept") } == names)
    for name in names where InputFile.kind("\(folder.path)/\(name)") == .file {
      let path = "\(kept)/\(name.dropFirst("out/".count))"
      #expect(FileManager.default.contentsEqual(atPath: "\(folder.path)/\(name)", andPath: path), "\(name)")
    }
    try emulation.exportDocuments(to: folder.path + "/out", as: format)
    #expect(folder.names.filter { !$0.hasPrefix("kept") } == names)
  }

  @Test("a folder of other files is not replaced") func foreignFolder() async throws {
    let folder = try Folder(["work/notes.txt": "mine", "out/x.jsonl": "old", "nested/p/q.txt": ""])
    let emulation = try folder.emulation()
    try await emulation.set("c/a")
    for name in ["work", "nested"] {
      let failure = #expect(throws: ExchangeFailure.self) {
        try emulation.exportDocuments(to: "\(folder.path)/\(name)", as: .lines)
      }
      #expect(failure?.message.contains("holds other things than an export") == true)
    }
    #expect(try folder.read("work/notes.txt") == "mine")
    try emulation.exportDocuments(to: folder.path + "/out", as: .lines)
    #expect(folder.names.contains("out/x.jsonl") == false)
  }

  @Test("mistakes are named with their line, and nothing is imported then") func malformed() async throws {
    let header = #"{"firebreakExport":1,"database":"(default)"}"#
    let cases: [(String, [String])] = [
      ("", ["FB0013 error in/a.jsonl:1:1 the file is empty"]),
      ("[]", ["FB0015 error in/a.jsonl:1:1 expected an object for `the first line of an export`, found an array"]),
      (#"{"database":"d"}"#, ["FB0013 error in/a.jsonl:1:1 the key `firebreakExport` is missing"]),
      (#"{"firebreakExport":2,"database":"d"}"#, ["FB8001 error in/a.jsonl:1:1 exports of version 2 cannot be read"]),
      (header + "\n" + #"{"name":"c/a","fields":{"#, ["FB0013 error in/a.jsonl:2:25 the file ends inside the object"]),
      (
        header + "\n" + #"{"name":"c/a"}"# + "\n\n" + #"{"name":"c","fields":{}}"# + "\n"
          + #"{"name":"c/b","fields":{"x":{"integerValue":"y"}}}"#
          + "\n" + #"{"name":"c/a"}"#,
        [
          "FB0016 error in/a.jsonl:6:1 the document `c/a` stands here twice",
          "FB0013 error in/a.jsonl:4:9 Document name \"projects/demo-local/databases/(default)/documents/c\" lacks \"/\" at index 51.",
          "FB0015 error in/a.jsonl:5:45 expected a 64-bit integer, found the text `y`",
        ]
      ),
      (
        header + "\n" + #"{"name":"c/a","createTime":"2020-01-02T00:00:00Z","updateTime":"2020-01-01T00:00:00Z"}"#
          + "\n"
          + #"{"name":"c/b","updateTime":"2026-11-22T12:00:00.000001Z"}"# + "\n"
          + #"{"name":"c/c","createTime":"9999-12-31T23:59:59Z"}"# + "\n"
          + #"{"name":"c/d","updateTime":"2026-11-22T12:00:00Z"}"#,
        [
          "FB0013 error in/a.jsonl:3:28 `updateTime` 2026-11-22T12:00:00.000001Z is more than a day after the emulator's time 2026-11-21T12:00:00Z",
          "FB0013 error in/a.jsonl:4:28 `createTime` 9999-12-31T23:59:59Z is more than a day after the emulator's time 2026-11-21T12:00:00Z",
          "FB0013 error in/a.jsonl:2:64 `updateTime` 2020-01-01T00:00:00Z is before `createTime` 2020-01-02T00:00:00Z",
        ]
      ),
      (
        #"{"firebreakExport":1,"database":"(default)","documents":2}"# + "\n" + #"{"name":"c/a"}"#,
        ["FB0013 error in/a.jsonl:2:1 the file holds 1 of the 2 documents that its first line names"]
      ),
    ]
    for (text, expected) in cases {
      let folder = try Folder(["in/a.jsonl": text, "in/b.jsonl": header + "\n" + #"{"name":"c/b"}"#])
      let emulation = try folder.emulation()
      do throws(ExchangeFailure) {
        try await emulation.importDocuments(from: folder.path + "/in")
        Issue.record("imported \(text)")
      } catch {
        guard case .unreadable(let findings) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(folder.lines(findings) == expected)
      }
      #expect(emulation.databases.isEmpty)
    }
  }

  @Test("folders without an export are refused") func noExport() async throws {
    let cases = [
      (
        ["in/readme.txt": ""],
        "FB0013 error in:1:1 `in` holds no export: there is no `firebase-export-metadata.json`, no file "
          + "`<database>.jsonl` and no folder `database_export`"
      ),
      (["in": "file"], "FB0013 error in:1:1 `in` is a file; an export is a folder"),
      ([:], "FB0013 error in:1:1 there is no file `in`"),
    ]
    for (files, expected) in cases {
      let folder = try Folder(files)
      let emulation = try folder.emulation()
      do throws(ExchangeFailure) {
        try await emulation.importDocuments(from: folder.path + "/in")
        Issue.record("imported")
      } catch {
        guard case .unreadable(let findings) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(folder.lines(findings) == [expected])
      }
    }
  }

  @Test("listeners and queries see what was imported, over what was there") func overExisting() async throws {
    let folder = try Folder([
      "in/(default).jsonl": #"""
      {"firebreakExport":1,"database":"(default)","time":"2020-01-01T00:00:00Z"}
      {"name":"c/a","fields":{"n":{"integerValue":"2"}},"createTime":"2019-01-01T00:00:00Z","updateTime":"2020-01-01T00:00:00.000001Z"}
      """#
    ])
    let emulation = try folder.emulation()
    try await emulation.set("c/a", #"{"n": {"integerValue": "1"}}"#)
    try await emulation.set("c/b", #"{"n": {"integerValue": "2"}}"#)
    #expect(await emulation.ask("c where n == 2") == ["c/b"])
    #expect(try await emulation.importDocuments(from: folder.path + "/in").documents == 1)
    #expect(await emulation.ask("c where n == 2") == ["c/a", "c/b"])
    let document = try await emulation.database(.standard).get(try DocumentPath(parsing: "c/a"), .strong, .admin)
      .stored.document
    #expect("\(document.createTime) \(document.updateTime)" == "2019-01-01T00:00:00Z 2020-01-01T00:00:00.000001Z")
  }

  @Test("negative zero stays a double for every reader") func negativeZero() async throws {
    let folder = try Folder()
    let emulation = try folder.emulation()
    try await emulation.set("c/a", #"{"e": {"doubleValue": -0.0}}"#)
    try emulation.exportDocuments(to: folder.path + "/out", as: .lines)
    let line = try folder.read("out/(default).jsonl").split(separator: "\n").last ?? ""
    #expect(line.hasPrefix(#"{"name":"c/a","fields":{"e":{"doubleValue":-0.0}},"#), "\(line)")
  }

  @Test("commits come after what was imported, also where that is ahead of the clock") func ahead() async throws {
    let folder = try Folder([
      "in/a.jsonl": #"{"firebreakExport":1,"database":"(default)"}"# + "\n"
        + #"{"name":"c/a","updateTime":"2026-11-22T11:00:00Z"}"#
    ])
    let emulation = try folder.emulation()
    try await emulation.importDocuments(from: folder.path + "/in")
    try await emulation.set("c/b")
    let database = try emulation.database(.standard)
    let document = try await database.get(try DocumentPath(parsing: "c/b"), .strong, .admin).stored.document
    #expect(document.updateTime.rfc3339 == "2026-11-22T11:00:00.000001Z")
    #expect(await emulation.ask("c") == ["c/a", "c/b"])
  }

  @Test("long lines, line ends of other systems and a missing last one are read") func lineEnds() async throws {
    let long = String(repeating: "0123456789abcdef", count: 1 << 15)
    let lines = [
      #"{"firebreakExport":1,"database":"(default)","documents":3}"#,
      #"{"name":"c/a","fields":{"x":{"stringValue":"\#(long)"}}}"#, #"{"name":"c/b"}"#,
      #"{"name":"c/c","fields":{"x":{"stringValue":"\#(long)!"}}}"#,
    ]
    let folder = try Folder(["in/a.jsonl": lines.joined(separator: "\r\n"), "in/broken/b.jsonl": lines[0]])
    let emulation = try folder.emulation()
    await #expect(throws: ExchangeFailure.self) { try await emulation.importDocuments(from: folder.path + "/in") }
    try folder.remove("in/broken/b.jsonl")
    #expect(try await emulation.importDocuments(from: folder.path + "/in").documents == 3)
    let documents = try contents(emulation)["demo-local/(default)"] ?? []
    #expect(documents.map { $0.fields["x"] } == [.string(Text(long)), nil, .string(Text(long + "!"))])
  }

  @Test("exports at the same moment do not disturb each other") func concurrent() async throws {
    let folder = try Folder()
    let emulation = try folder.emulation()
    for number in 0..<20 { try await emulation.set("c/d\(number)") }
    let path = folder.path + "/out"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try emulation.exportDocuments(to: path, as: .lines) } }
      try await group.waitForAll()
    }
    #expect(folder.names == ["out", "out/(default).jsonl"])
  }

  @Test("random documents survive", arguments: 0..<8) func randomDocuments(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try Folder()
    let emulation = try folder.emulation()
    for _ in 0..<60 {
      let depth = Int.random(in: 1...3, using: &generator)
      let path = (0..<depth).flatMap { _ in [id(&generator), id(&generator)] }.joined(separator: "/")
      try await emulation.set(
        path, #"{"n": {"doubleValue": \#(Double.random(in: -1e300...1e300, using: &generator))}}"#)
    }
    try emulation.exportDocuments(to: folder.path + "/out", as: .lines)
    let again = try folder.emulation()
    try await again.importDocuments(from: folder.path + "/out")
    #expect(try contents(again) == contents(emulation))
  }

  private func id(_ generator: inout SeededGenerator) -> String {
    let ids = ["a", "b", "a\u{0}", "__id3__", "__id-20__", "é", "e\u{301}", "🙂", "A b", "%2F"]
    return ids[Int.random(in: 0..<ids.count, using: &generator)]
  }
}

/// Fails after some lines.
private final class FullDisk: ExportSink {
  private let rest: Mutex<Int>

  init(after lines: Int) { rest = Mutex(lines) }

  func write(_ bytes: [UInt8]) throws(ExchangeFailure) {
    let isFull = rest.withLock { rest in
      rest -= 1
      return rest < 0
    }
    if isFull { throw .file("no space is left") }
  }

  func finish() throws(ExchangeFailure) {}
}
