import Diagnostics
import FirebreakTestSupport
import Metering
import Project
import Testing

@Suite("firebreak.json") struct ProjectSettingsTests {
  private func discover(_ settings: String) throws -> (project: Project, findings: [String]) {
    let folder = try FolderFixture(["firebase.json": "{}", "firebreak.json": settings])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    return (project, folder.lines(project.findings))
  }

  @Test("every key, with comments")
  func complete() throws {
    let (project, findings) = try discover(
      """
      {
        "$schema": "./firebreak/firebreak.schema.json",   // written by `firebreak init`
        "failLevel": "warning",
        "ignore": [{ "code": "FB2006", "path": "firestore.indexes.json", "reason": "kept for the yearly report" }],
        "prices": { "book": "google-standard", "location": "nam5" },
        "mode": "permissive",
        "assume": { "ownEcho": true, "Q-2": "composite" },
        "budgets": { "feed.open": { "reads": 50 }, "*": { "unbounded": "error" } },
        "traffic": { "feed.open": 300000, "inbox.poll": 2000000 }
      }
      """)
    let settings = project.settings
    #expect(findings == [])
    #expect(settings.failLevel == .warning)
    #expect(
      settings.ignored.map { [$0.selector.text, $0.reason ?? ""] } == [["FB2006", "kept for the yearly report"]])
    #expect(settings.ignored[0].path == DisplayPath.join(project.root, "firestore.indexes.json"))
    #expect(settings.prices?.book == "google-standard")
    #expect(settings.prices?.location == "nam5")
    #expect(settings.mode == .permissive)
    #expect(settings.assumptions.map { "\($0.name)=\($0.value)" } == ["ownEcho=true", "Q-2=composite"])
    #expect(settings.budgets.map(\.step) == ["feed.open", "*"])
    #expect(settings.budgets[0].limits.map { "\($0.metric.rawValue) \($0.maximum)" } == ["reads 50"])
    #expect(settings.budgets[1].unbounded == .error)
    #expect(settings.traffic.map { "\($0.step) \($0.runs)" } == ["feed.open 300000", "inbox.poll 2000000"])
  }

  @Test("every mistake is named at its place")
  func mistakes() throws {
    let (_, findings) = try discover(
      """
      {
        "failLevl": "error",
        "mode": "prod",
        "ignore": [{ "code": "FB9999" }, { "path": "x" }],
        "assume": { "ownEcho": [] },
        "budgets": { "feed.open": { "reeds": 50, "reads": -1 } },
        "traffic": { "feed.open": "many" },
        "actors": { "src/**": 5 }
      }
      """)
    #expect(
      findings == [
        "FB0015 error firebreak.json:3:11 expected one of `production`, `permissive`, `emulator` for `mode`, found `prod`",
        "FB0008 warning firebreak.json:4:24 there is no code `FB9999`",
        "FB0002 error firebreak.json:4:36 the key `code` is missing",
        "FB0015 error firebreak.json:5:26 expected a word, a number or a boolean for `ownEcho`, found an array",
        "FB0015 error firebreak.json:6:53 expected a plain number from 0 for `reads`, found `-1`",
        "FB0014 error firebreak.json:6:31 unknown key `reeds`",
        "FB0015 error firebreak.json:7:29 expected a number for `feed.open`, found a string",
        "FB0015 error firebreak.json:8:25 expected the name of an actor, or `{uid, token}` for `src/**`, found a number",
        "FB0014 error firebreak.json:2:3 unknown key `failLevl`",
      ])
  }

  @Test("an entry of what is ignored that is not understood silences nothing")
  func ignoredInPart() throws {
    let (project, findings) = try discover(
      """
      {"ignore": [
        { "code": "FB2001", "paths": ["a"], "reason": "x" },
        { "code": "FB2001", "path": ["a"], "reason": "x" },
        { "code": "FB2001", "path": "a", "reason": "x" }]}
      """)
    #expect(project.settings.ignored.map(\.path) == [DisplayPath.join(project.root, "a")])
    #expect(
      findings == [
        "FB0014 error firebreak.json:2:23 unknown key `paths`",
        "FB0015 error firebreak.json:3:31 expected a string for `path`, found an array",
      ])
  }

  @Test(
    "paths",
    arguments: [
      (".", "a/b", "a/b"), ("x", "./a", "x/a"), ("x/", "a", "x/a"), ("x", "/a", "/a"), ("..", "a", "../a"),
      ("x", ".", "x"),
    ])
  func joining(folder: String, path: String, joined: String) {
    #expect(DisplayPath.join(folder, path) == joined)
  }

  @Test("folders above", arguments: [("a/b", "a"), ("a", "."), (".", ".."), ("..", "../.."), ("/a", "/"), ("/", "/")])
  func parents(folder: String, parent: String) {
    #expect(DisplayPath.parent(ofFolder: folder) == parent)
  }

  @Test(arguments: [
    (".", "a.rules", "a.rules"), ("w", "a.rules", "../a.rules"), ("w/x", "w/r/a.rules", "../r/a.rules"),
    ("./w", "./a.rules", "../a.rules"), ("/p/w", "/p/a.rules", "../a.rules"), ("w", "/p/a.rules", "/p/a.rules"),
  ])
  func `how a file names another`(folder: String, path: String, relative: String) {
    #expect(DisplayPath.relative(path, from: folder) == relative)
  }
}
