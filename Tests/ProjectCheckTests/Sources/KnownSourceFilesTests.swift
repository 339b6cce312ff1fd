import Diagnostics
import FirebreakTestSupport
import Foundation
import Testing

@testable import Project
@testable import ProjectCheck

@Suite("Sources that are known from before") struct KnownSourceFilesTests {
  private static let files = [
    "package.json": "{}", "src/posts.ts": "one()", "src/users.js": "two()", "src/built.js": "three()",
    "src/built.ts": "three()",
  ]

  @Test(
    "after an edit they are what reading all of them gives",
    arguments: [
      ("src/posts.ts", "other()"), ("src/posts.ts", ""), ("src/posts.ts", "import { it } from 'vitest'"),
      ("src/users.js", String(repeating: "var a=1;", count: 1_000)),
      ("src/built.js", "//# sourceMappingURL=built.js.map"),
      ("src/users.js", "\u{FEFF}four()"), ("src/new.ts", "five()"),
    ])
  func edits(path: String, text: String) throws {
    let folder = try FolderFixture(Self.files)
    let edited = folder.path + "/" + path
    let known = KnownSourceFiles()
    _ = known.files(edited: nil) { SourceFiles.read([folder.path]) }
    try Data(text.utf8).write(to: URL(filePath: edited))
    let files = known.files(edited: [edited]) { SourceFiles.read([folder.path]) }
    let whole = SourceFiles.read([folder.path])
    #expect(files.sources == whole.sources)
    #expect(files.omissions == whole.omissions)
    #expect(files.findings == whole.findings)
  }

  @Test("nothing else is looked at until somebody says that it may have changed")
  func trust() throws {
    let folder = try FolderFixture(Self.files)
    let known = KnownSourceFiles()
    let before = known.files(edited: nil) { SourceFiles.read([folder.path]) }
    try Data("new()".utf8).write(to: URL(filePath: folder.path + "/src/new.ts"))
    #expect(known.files(edited: []) { SourceFiles.read([folder.path]) }.sources == before.sources)
    let after = known.files(edited: nil) { SourceFiles.read([folder.path]) }
    #expect(
      after.sources.map { folder.relative($0.path) }
        == (["src/new.ts"] + before.sources.map { folder.relative($0.path) }).sorted())
  }
}
