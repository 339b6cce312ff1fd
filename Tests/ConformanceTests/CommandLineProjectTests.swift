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

  @Test("of several index files, the one that the queries need is completed")
  func severalIndexFiles() throws {
    var files = CommandLineTests.project()
    files["firebase.json"] = Self.shared.replacing(
      #""reports", "indexes": "i.json""#, with: #""reports", "indexes": "r.json""#)
    for name in ["i.json", "r.json"] { files[name] = #"{"indexes": []}"# }
    let folder = try TestFolder(files)
    #expect(try CommandLineTool.run(["indexes", "suggest", "--write"], in: folder).exitCode == 0)
    #expect(try CommandLineTool.run(["check"], in: folder).exitCode == 0)
    let listed = try CommandLineTool.run(["indexes", "list"], in: folder)
    #expect(listed.exitCode == 2)
    #expect(listed.errors.contains("there are several index files: r.json (reports), i.json ((default))"))
  }

  @Test("a deployed definition that cannot be read does not pass for one that is not deployed")
  func unreadableDump() throws {
    var files = CommandLineTests.project(indexes: "{\"indexes\": [\(CommandLineTests.chatIndex)]}")
    files["deployed.json"] = #"{"indexes": [{"name": "projects/p/databases/d/collectionGroups/x/indexes/1"}]}"#
    let folder = try TestFolder(files)
    let answer = try CommandLineTool.run(["indexes", "diff", "--deployed", "deployed.json", "-o", "json"], in: folder)
    #expect(answer.exitCode == 2)
    #expect(Set(answer.codes) == ["FB2008"])
    #expect(answer.json?["add"] == nil)
    let alone = try CommandLineTool.run(["indexes", "diff"], in: folder)
    #expect(
      alone.output == """
        file  deployed  used
        +     ?         ✓     chats (participants CONTAINS, lastMessageTime DESC)

        """)
    #expect(alone.errors == "0 unused; what is deployed is not known without `--deployed FILE`\n")
    #expect(alone.exitCode == 0)
  }

  @Test("an index that queries need and nobody has defined is a row, and a difference")
  func missingIndexInDiff() throws {
    var files = CommandLineTests.project(indexes: #"{"indexes": []}"#)
    files["deployed.json"] = #"{"indexes": []}"#
    let folder = try TestFolder(files)
    let text = try CommandLineTool.run(["indexes", "diff", "--deployed", "deployed.json"], in: folder)
    #expect(
      text.output == """
        file  deployed  used
        ·     ·         ✓     chats (participants CONTAINS, lastMessageTime DESC)  MISSING: its queries fail

        """)
    #expect(text.errors == "0 to create, 0 at risk, 0 unused, 1 missing\n")
    #expect(text.exitCode == 0)
    let json = try CommandLineTool.run(
      ["indexes", "diff", "--deployed", "deployed.json", "--exit-code", "-o", "json"], in: folder)
    #expect(json.exitCode == 1)
    #expect((json.json?["missing"] as? [NSDictionary])?.compactMap { $0["collectionGroup"] as? String } == ["chats"])
    let alone = try CommandLineTool.run(["indexes", "diff", "--ascii"], in: folder)
    #expect(
      alone.output.hasSuffix(
        "\n.     ?         x     chats (participants CONTAINS, lastMessageTime DESC)  MISSING from the file\n"))
    #expect(alone.errors == "0 unused, 1 missing; what is deployed is not known without `--deployed FILE`\n")
    // What is deployed serves the queries.
    files["deployed.json"] = "{\"indexes\": [\(CommandLineTests.chatIndex)]}"
    let deployed = try CommandLineTool.run(["indexes", "diff", "--deployed", "deployed.json"], in: TestFolder(files))
    #expect(deployed.errors == "0 to create, 1 at risk, 0 unused\n")
    #expect(deployed.output.contains("\n\nerror[FB2005 deployed-index-not-in-file]: "))
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

  @Test("the number of a code is enough", arguments: ["2001", "FB2001", "fb2001"])
  func codeNumber(subject: String) throws {
    let answer = try CommandLineTool.run(["explain", subject], in: TestFolder([:]))
    #expect(answer.output.hasPrefix("FB2001 missing-composite-index (error)\n"))
    #expect(answer.exitCode == 0)
  }

  @Test("the page of a code as text, JSON and Markdown, and all of them")
  func codePage() throws {
    let folder = try TestFolder([:])
    let text = try CommandLineTool.run(["explain", "FB2001"], in: folder)
    #expect(text.output.hasPrefix("FB2001 missing-composite-index (error)\n\nWhat it means\n"))
    let json = try CommandLineTool.run(["explain", "fb2001", "-o", "json"], in: folder)
    #expect(json.exitCode == 0)
    #expect(json.json?["code"] as? String == "FB2001")
    #expect(json.json?["severity"] as? String == "error")
    let markdown = try CommandLineTool.run(["explain", "missing-composite-index", "-o", "markdown"], in: folder)
    #expect(markdown.output.hasPrefix("## FB2001 missing-composite-index\n\n*error*\n\n**What it means**\n"))
    let all = try CommandLineTool.run(["explain", "--all", "-o", "markdown"], in: folder)
    #expect(all.output.contains("\n<a id=\"fb2001\"></a>\n\n#\(markdown.output)"))
    let refused = try CommandLineTool.run(["explain", "FB2001", "-o", "sarif"], in: folder)
    #expect(refused.exitCode == 2)
    #expect(
      refused.errors == """
        error: `sarif` is not an output format of this command
        help: use `full`, `json` or `markdown`

        """)
  }

  @Test(
    "a mistyped code is no query",
    arguments: [
      ("FB99X", "error: there is no code `FB99X`\nhelp: "),
      ("FB20O1", "error: there is no code `FB20O1`\nhelp: did you mean `FB2001`?\n"),
      ("fb-2001", "error: there is no code `fb-2001`\nhelp: did you mean `FB2001`?\n"),
      ("FB9999", "error: there is no code `FB9999`\nhelp: "), ("9999", "error: there is no code `9999`\nhelp: "),
      (
        "missing-composit-index",
        "error: there is no code `missing-composit-index`\nhelp: did you mean `missing-composite-index`?\n"
      ),
      (
        "missing_composite_index",
        "error: there is no code `missing_composite_index`\nhelp: did you mean `missing-composite-index`?\n"
      ),
    ])
  func mistypedCode(subject: String, errors: String) throws {
    let answer = try CommandLineTool.run(["explain", subject], in: TestFolder([:]))
    #expect(answer.exitCode == 2)
    #expect(answer.output == "")
    #expect(answer.errors.hasPrefix(errors), "\(answer.errors)")
  }

  @Test("a beginning lists the codes that begin so")
  func codesByBeginning() throws {
    let answer = try CommandLineTool.run(["explain", "fb000"], in: TestFolder([:]))
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count > 3)
    #expect(lines.first?.split(separator: " ") == ["FB0001", "info", "config-not-found"])
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("FB000") })
    #expect(lines.last == "firebreak explain CODE prints the page of one.")
    let json = try CommandLineTool.run(["explain", "FB000", "-o", "json"], in: TestFolder([:]))
    let pages = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [NSDictionary]
    #expect(pages?.compactMap { $0["code"] as? String } == lines.dropLast().map { String($0.prefix(6)) })
  }

  @Test(
    "collections that only look a little like codes are queries",
    arguments: [
      "fb", "fbusers", "fb_posts", "FB2001 limit 5", "open-write limit 5", "chat-rooms", "users",
    ])
  func collectionsLikeCodes(subject: String) throws {
    let answer = try CommandLineTool.run(["explain", subject], in: TestFolder([:]))
    #expect(answer.exitCode == 0, "\(answer.errors)")
    #expect(answer.output.hasPrefix("\(subject)\n"), "\(answer.output)")
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
