import Diagnostics
import Emulation
import FirestoreModel
import FirestoreService
import Foundation
import Project
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("what is no file in the place of one") struct NotFilesTests {
  private static let header = #"{"firebreakExport":1,"database":"(default)"}"#

  private func makePipe(_ name: String, in folder: Folder) throws {
    try? folder.remove(name)
    let made = unsafe mkfifo("\(folder.path)/\(name)", 0o644)
    #expect(made == 0)
  }

  @Test("a pipe in the place of the rules or the indexes is a broken version, and nobody waits for it")
  func followed() async throws {
    let folder = try Folder([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules", "indexes": "i.json"}}"#,
      "firestore.rules": DatabaseTests.allowRead, "i.json": #"{"indexes": []}"#,
    ])
    let emulation = try folder.emulation()
    try await emulation.set("c/a")
    for name in ["firestore.rules", "i.json"] { try makePipe(name, in: folder) }
    let updates = emulation.reloadFiles()
    #expect(updates.map(\.isApplied) == [false, false])
    #expect(
      folder.lines(updates[0].findings) == [
        "FB0013 error firebase.json:1:25 `firestore.rules` is a pipe or a device, not a file"
      ])
    #expect(folder.lines(updates[1].findings) == ["FB0013 error i.json:1:1 `i.json` is a pipe or a device, not a file"])
    #expect(emulation.status == "degraded")
    #expect(await emulation.ask("c/a", .anonymous) == ["c/a"])
    #expect(emulation.reloadFiles() == [])
    let started = try folder.emulation()
    #expect(started.start.findings.map(\.code) == [.malformedInput, .malformedInput])
  }

  @Test("a link to a device that never ends is no file") func device() throws {
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/zero", withDestinationPath: "/dev/zero")
    #expect(throws: InputFileError(path: folder.path + "/zero", reason: .notRegular)) {
      try InputFile.read(folder.path + "/zero")
    }
  }

  @Test("a pipe among the files of an export is refused") func imported() async throws {
    let folder = try Folder(["in/a.jsonl": Self.header + "\n" + #"{"name":"c/a"}"#])
    try makePipe("in/b.jsonl", in: folder)
    let emulation = try folder.emulation()
    do throws(ExchangeFailure) {
      try await emulation.importDocuments(from: folder.path + "/in")
      Issue.record("imported")
    } catch {
      #expect(folder.relative(error.message) == "in/b.jsonl:1: `in/b.jsonl` is a pipe or a device, not a file")
    }
    #expect(emulation.databases.isEmpty)
  }

  @Test("a file of the same length and time in the place of another one is seen") func replaced() throws {
    let folder = try Folder(["a": "one", "b": "two"])
    let time = Date(timeIntervalSince1970: 1_000_000_000)
    for name in ["a", "b"] {
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: "\(folder.path)/\(name)")
    }
    let before = FileStamp.of(folder.path + "/a")
    try folder.remove("a")
    try FileManager.default.moveItem(atPath: folder.path + "/b", toPath: folder.path + "/a")
    let after = FileStamp.of(folder.path + "/a")
    #expect(before?.seconds == after?.seconds)
    #expect(before?.size == after?.size)
    #expect(before != after)
    #expect(FileStamp.of(folder.path + "/none") == nil)
  }
}
