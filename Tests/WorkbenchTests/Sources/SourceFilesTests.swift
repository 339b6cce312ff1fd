import Diagnostics
import Foundation
import Testing

@testable import Workbench

@Suite("Sources of a project") struct SourceFilesTests {
  private func read(_ files: [String: String], _ places: [String] = [""]) throws -> (read: [String], omitted: [String]) {
    let folder = try FolderFixture(files)
    let found = SourceFiles.read(places.map { $0.isEmpty ? folder.path : folder.path + "/" + $0 })
    return (
      found.sources.map { folder.relative($0.path) },
      found.omissions.map { "\(folder.relative($0.path)) \(name($0.reason))" }
    )
  }

  private func name(_ reason: SourceFiles.Reason) -> String {
    if case .tooLarge = reason { return "tooLarge" }
    return "\(reason)"
  }

  @Test("every language, in the order of paths, and nothing else")
  func languages() throws {
    let files = [
      "b.swift": "", "a/x.KT": "", "a/y.tsx": "", "z.md": "", "c.dart": "", "d.py": "", "e.java": "", "f.vue": "",
      "g.log": "", "h.rb": "", "swift": "", ".hidden/a.ts": "", ".a.ts": "",
    ]
    let found = try read(files)
    #expect(found.read == ["a/x.KT", "a/y.tsx", "b.swift", "c.dart", "d.py", "e.java", "f.vue", "z.md"])
    #expect(found.omitted == [])
  }

  @Test("a source that is not UTF-8 is read and reported, if it is about Firebase")
  func encoding() throws {
    let folder = try FolderFixture(["a.ts": "", "b.java": "", "c.kt": ""])
    let comment = Array("// caf".utf8) + [0xE9, 0x0A]
    let code = """
      import { collection, getDocs, limit, query } from 'firebase/firestore';
      export const all = (db) => getDocs(query(collection(db, 'posts'), limit(5)));
      """
    try folder.write("a.ts", comment + Array(code.utf8))
    try folder.write("b.java", comment)
    try folder.write("c.kt", Array("val x = 1 // Firestore ".utf8) + [0xE9])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let scope = ProjectScope(project: project, workloads: [], isWhole: true, sourcePlaces: [folder.path])
    let sources = SourceQueries.load(scope)
    #expect(sources.requests.count == 1)
    #expect(folder.lines(FindingList(sources.findings).diagnostics) == [
      "FB0013 warning a.ts:1:7 the text is not valid UTF-8 from here on",
      "FB0013 warning c.kt:1:24 the text is not valid UTF-8 from here on",
    ])
    #expect(FindingVerdict(FindingList(sources.findings), failLevel: .error) == .clean)
  }

  @Test("what nobody wrote is left out, and why is known")
  func generated() throws {
    let files = [
      "src/a.ts": "", "node_modules/m/a.ts": "", "build/a.ts": "", "ios/Pods/P/a.swift": "", "a.min.js": "",
      "model.g.dart": "", "types.d.ts": "", "bundle.js": String(repeating: "x", count: SourceFiles.maximumBytes + 1),
      "other/firebase.json": "{}", "other/a.ts": "",
    ]
    let found = try read(files)
    #expect(found.read == ["src/a.ts"])
    #expect(found.omitted == [
      "a.min.js generated", "build folderOfOthers", "bundle.js tooLarge", "ios/Pods folderOfOthers",
      "model.g.dart generated", "node_modules folderOfOthers", "other otherProject", "types.d.ts generated",
    ])
  }

  @Test(".gitignore files of all folders count, those above up to the repository's")
  func ignored() throws {
    let files = [
      ".git/HEAD": "", ".gitignore": "/out\n*.gen.ts\n", "out/a.ts": "", "app/out/a.ts": "", "app/.gitignore": "!keep.gen.ts",
      "app/a.gen.ts": "", "app/keep.gen.ts": "",
    ]
    let whole = try read(files)
    #expect(whole.read == ["app/keep.gen.ts", "app/out/a.ts"])
    #expect(whole.omitted == ["app/a.gen.ts ignored", "out ignored"])
    let part = try read(files, ["app"])
    #expect(part.read == whole.read)
  }

  @Test("what is named is read, ignored or not, and once")
  func named() throws {
    let files = [".git/HEAD": "", ".gitignore": "*.ts", "a.ts": "x", "b.ts": "y"]
    #expect(try read(files, ["a.ts", "./a.ts", ""]).read == ["a.ts"])
  }

  @Test("links do not lead round in circles")
  func links() throws {
    let folder = try FolderFixture(["a/x.ts": "", "b.ts": ""])
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.path + "/a/loop", withDestinationPath: folder.path)
    try files.createSymbolicLink(atPath: folder.path + "/c.ts", withDestinationPath: folder.path + "/b.ts")
    let found = SourceFiles.read([folder.path])
    #expect(found.sources.map { folder.relative($0.path) } == ["a/x.ts", "b.ts"])
    #expect(found.omissions.map { folder.relative($0.path) } == ["c.ts"])
  }

  @Test("text in UTF-16 is read as what it says, any other bytes are kept")
  func encodings() throws {
    let folder = try FolderFixture([:])
    let text = "let é = 1\n"
    try Data([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
      .write(to: URL(filePath: folder.path + "/a.swift"))
    try Data([0x61, 0xFF, 0x62]).write(to: URL(filePath: folder.path + "/b.swift"))
    let found = SourceFiles.read([folder.path])
    #expect(found.sources.map(\.bytes) == [Array(text.utf8), [0x61, 0xFF, 0x62]])
  }
}
