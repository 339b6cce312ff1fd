import Foundation
import Testing

/// Unusual projects and inputs, and what the command line makes of them.
@Suite("Command line: unusual projects") struct CommandLineProjectTests {
  static let shared = """
    {"firestore": [{"database": "reports", "indexes": "i.json"}, {"database": "(default)", "indexes": "i.json"}]}
    """

  @Test("databases that share an index file share its queries")
  func sharedIndexFile() throws {
    var files = CommandLineTests.project()
    files["firebase.json"] = Self.shared
    files["i.json"] = #"{"indexes": []}"#
    let folder = try TestFolder(files)
    let suggested = try CommandLineTool.run(["indexes", "suggest"], in: folder)
    #expect(suggested.exitCode == 0)
    #expect((suggested.json?["indexes"] as? [NSDictionary])?.count == 1)
  }

  @Test("a folder in place of an index file is not an absent file")
  func folderAsIndexFile() throws {
    let files = [
      "firebase.json": #"{"firestore": {"indexes": "firestore.indexes.json"}}"#, "firestore.indexes.json/readme": "",
    ]
    let answer = try CommandLineTool.run(["check", "-o", "json"], in: TestFolder(files))
    #expect(answer.exitCode == 2)
    #expect(answer.json?["outcome"] as? String == "usage")
    #expect(answer.codes == ["FB0013"])
    let finding = (answer.json?["findings"] as? [NSDictionary])?.first
    #expect(finding?["file"] as? String == "firebase.json")
    #expect(finding?["column"] as? Int == 27)
  }

  @Test("a finding about a file that is not there shows no line of it")
  func missingFile() throws {
    let answer = try CommandLineTool.run(["query", "--data", "no.json", "--query", "cities"], in: TestFolder([:]))
    #expect(answer.exitCode == 2)
    #expect(answer.errors == "error[FB0013 malformed-input]: there is no file `no.json`\n  --> no.json:1:1\n\n")
  }

  @Test("the page of a code is text only")
  func codePage() throws {
    let answer = try CommandLineTool.run(["explain", "FB2001", "-o", "json"], in: TestFolder([:]))
    #expect(answer.exitCode == 2)
    #expect(answer.output == "")
    #expect(answer.errors == "error: `explain CODE` cannot write json\nhelp: use full\n")
  }

  @Test("one document is one read")
  func document() throws {
    let answer = try CommandLineTool.run(["explain", "users/u1", "-o", "json"], in: TestFolder([:]))
    let reads = (answer.json?["estimate"] as? NSDictionary)?["reads"] as? NSDictionary
    #expect(reads == ["min": 1, "max": 1])
    let assumed = try CommandLineTool.run(
      ["explain", "users/u1", "-o", "json", "--assume", "missingGet=0"], in: TestFolder([:]))
    #expect(((assumed.json?["estimate"] as? NSDictionary)?["reads"] as? NSDictionary) == ["min": 0, "max": 1])
  }
}
