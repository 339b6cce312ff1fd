import FirebreakTestSupport
import Foundation
import Testing

/// What a user reads who points `check` at the documents of `samples/documents`.
@Suite("Findings in the sample documents") struct DocumentSampleFindingsTests {
  private static func folder() throws -> TestFolder {
    var files: [String: String] = [:]
    for path in RepositoryFiles.paths(below: "samples/documents", suffix: ".md") {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      files[name] = String(decoding: try RepositoryFiles.bytes(path), as: UTF8.self)
    }
    return try TestFolder(files)
  }

  @Test("every verdict, cost and missing index, at its place") func findings() throws {
    let answer = try CommandLineTool.run(["check", ".", "-o", "concise"], in: Self.folder())
    #expect(answer.exitCode == 1)
    expectSnapshot(answer.output, "samples/documents/expected/findings.txt")
  }

  @Test("the suggested definitions serve what the documents' own do not") func suggestion() throws {
    let folder = try Self.folder()
    let suggested = try CommandLineTool.run(["indexes", "suggest", "."], in: folder)
    #expect(suggested.exitCode == 0)
    try Data(suggested.output.utf8).write(to: folder.url.appending(path: "firestore.indexes.json"))
    let answer = try CommandLineTool.run(
      ["check", ".", "--select", "FB2001,FB2002,FB2003", "-o", "concise"], in: folder)
    #expect(answer.output == "")
    #expect(answer.exitCode == 0)
  }
}
