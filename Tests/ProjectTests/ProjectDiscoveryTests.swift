import Diagnostics
import FirebreakTestSupport
import Foundation
import FirestoreModel
import IndexCatalog
import Project
import Testing

@Suite("Project discovery") struct ProjectDiscoveryTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var files: [String: String]
    var request = ProjectRequest()
    /// `id indexes rules edition`, `-` for no file.
    var databases: [String]
    var findings: [String] = []
    var testDescription: String { name }
  }

  static let emptyIndexes = "{\"indexes\": []}"

  static let cases: [Case] = [
    Case(
      name: "object form",
      files: [
        "firebase.json": #"{"firestore": {"rules": "a.rules", "indexes": "i.json"}, "hosting": {"x": 1}}"#,
        "a.rules": "", "i.json": emptyIndexes,
      ],
      databases: ["(default) i.json a.rules standard"]),
    Case(
      name: "object form with database and comments",
      files: [
        "firebase.json":
          "{ // our config\n \"firestore\": {\"database\": \"shop\", /* here */ \"indexes\": \"i.json\"}}",
        "i.json": emptyIndexes,
      ],
      databases: ["shop i.json - standard"]),
    Case(
      name: "array form with a target",
      files: [
        "firebase.json": """
        {"firestore": [
          {"database": "(default)", "indexes": "a.json"},
          {"database": "orders-db", "indexes": "o.json", "edition": "enterprise"},
          {"target": "reporting", "indexes": "r.json"}]}
        """,
        ".firebaserc": """
        {"projects": {"default": "shop-1"}, "targets": {"shop-1": {"firestore": {"reporting": ["rep-eu", "rep-us"]}}}}
        """,
        "a.json": emptyIndexes, "o.json": emptyIndexes, "r.json": emptyIndexes,
      ],
      databases: [
        "(default) a.json - standard", "orders-db o.json - enterprise", "rep-eu r.json - standard",
        "rep-us r.json - standard",
      ]),
    Case(
      name: "targets of the project asked for",
      files: [
        "firebase.json": #"{"firestore": [{"target": "main", "indexes": "a.json"}]}"#,
        ".firebaserc": """
        {"projects": {"prod": "p-1", "test": "t-1"},
         "targets": {"p-1": {"firestore": {"main": ["one"]}}, "t-1": {"firestore": {"main": ["two"]}}}}
        """,
        "a.json": emptyIndexes,
      ],
      request: ProjectRequest(project: "test"), databases: ["two a.json - standard"]),
    Case(
      name: "unknown target",
      files: [
        "firebase.json": #"{"firestore": [{"target": "reportin", "indexes": "a.json"}]}"#,
        ".firebaserc": #"{"projects": {"default": "p"}, "targets": {"p": {"firestore": {"reporting": ["r"]}}}}"#,
      ],
      databases: ["(default) - - standard"],
      findings: [
        "FB0006 error firebase.json:1:27 `.firebaserc` has no firestore target `reportin` for this project"
      ]),
    Case(
      name: "paths that begin with a slash begin in the folder of the project",
      files: [
        "firebase.json": #"{"firestore": {"rules": "/a.rules", "indexes": "//sub/i.json"}}"#, "a.rules": "",
        "sub/i.json": emptyIndexes,
      ],
      databases: ["(default) sub/i.json a.rules standard"]),
    Case(
      name: "a slash names no file",
      files: ["firebase.json": #"{"firestore": {"rules": "/"}}"#],
      databases: ["(default) - - standard"],
      findings: ["FB0002 error firebase.json:1:25 `rules` names no file"]),
    Case(
      name: "misspelt section",
      files: [
        "firebase.json": #"{"firestor": {"rules": "a.rules"}, "hosting": {"public": "x"}, "mine": {"note": "y"}}"#
      ],
      databases: ["(default) - - standard"],
      findings: [
        "FB0014 warning firebase.json:1:2 the Firebase CLI ignores the section `firestor`: nothing of it is deployed"
      ]),
    Case(
      name: "rules under a key that nobody reads",
      files: ["firebase.json": #"{"dev": {"rules": "a.rules", "indexes": "i.json"}}"#],
      databases: ["(default) - - standard"],
      findings: [
        "FB0014 warning firebase.json:1:2 the Firebase CLI ignores the section `dev`: nothing of it is deployed"
      ]),
    Case(
      name: "no database",
      files: ["firebase.json": #"{"firestore": []}"#],
      databases: ["(default) - - standard"],
      findings: ["FB0002 warning firebase.json:1:15 `firestore` names no database: nothing of Firestore is deployed"]),
    Case(
      name: "entry without name",
      files: ["firebase.json": "{\"firestore\": [\n {\"rules\": \"a\"}]}"],
      databases: ["(default) - - standard"],
      findings: [
        "FB0002 error firebase.json:2:2 Must supply either \"target\" or \"databaseId\" in firestore config"
      ]),
    Case(
      name: "duplicate database",
      files: [
        "firebase.json": """
        {"firestore": [
          {"database": "a", "indexes": "i.json"},
          {"database": "a", "indexes": "i.json"}]}
        """,
        "i.json": emptyIndexes,
      ],
      databases: ["a i.json - standard"],
      findings: ["FB0005 error firebase.json:3:16 the database `a` is configured twice"]),
    Case(
      name: "files that are not there",
      files: ["firebase.json": #"{"firestore": {"rules": "a.rules", "indexes": "i.json"}}"#],
      databases: ["(default) i.json a.rules standard"],
      findings: [
        "FB0003 error firebase.json:1:25 there is no rules file `a.rules`",
        "FB0012 warning firebase.json:1:47 there is no index file `i.json`",
      ]),
    Case(
      name: "plain folder",
      files: ["firestore.indexes.json": emptyIndexes, "firestore.rules": ""],
      databases: ["(default) firestore.indexes.json firestore.rules standard"],
      findings: [
        "FB0001 info firebase.json:1:1 no `firebase.json` here or above; using `firestore.indexes.json` and "
          + "`firestore.rules`"
      ]),
    Case(
      name: "plain folder with rules only",
      files: ["firestore.rules": ""],
      databases: ["(default) - firestore.rules standard"],
      findings: [
        "FB0001 info firebase.json:1:1 no `firebase.json` here or above; using `firestore.rules`"
      ]),
    Case(
      name: "empty folder",
      files: [:],
      databases: ["(default) - - standard"],
      findings: [
        "FB0001 info firebase.json:1:1 no `firebase.json` here or above, and no `firestore.rules` or "
          + "`firestore.indexes.json` in this folder"
      ]),
    Case(
      name: "firebase.json without firestore",
      files: ["firebase.json": "{}", "firestore.indexes.json": emptyIndexes],
      databases: ["(default) firestore.indexes.json - standard"]),
    Case(
      name: "wrong type of the section",
      files: ["firebase.json": #"{"firestore": "x"}"#],
      databases: ["(default) - - standard"],
      findings: [
        "FB0015 error firebase.json:1:15 expected an object or an array of objects for `firestore`, found a string"
      ]),
    Case(
      name: "mistyped key",
      files: ["firebase.json": #"{"firestore": {"index": "i.json"}}"#],
      databases: ["(default) - - standard"],
      findings: ["FB0014 warning firebase.json:1:16 the Firebase CLI ignores the key `index`"]),
    Case(
      name: "only one database",
      files: [
        "firebase.json": #"{"firestore": [{"database": "a", "indexes": "i.json"}, {"database": "b"}]}"#,
        "i.json": emptyIndexes,
      ],
      request: ProjectRequest(databases: ["b"]), databases: ["b - - standard"],
      findings: [
        "FB0012 warning firebase.json:1:69 the database `b` names no index file, so it has only automatic indexes"
      ]),
    Case(
      name: "a named database without an index file",
      files: [
        "firebase.json": #"{"firestore": [{"database": "analytics", "rules": "an.rules"}]}"#, "an.rules": "",
        "firestore.indexes.json": emptyIndexes,
      ],
      databases: ["analytics - an.rules standard"],
      findings: [
        "FB0012 warning firebase.json:1:29 the database `analytics` names no index file, so it has only automatic indexes"
      ]),
    Case(
      name: "an index file that no deploy reads",
      files: [
        "firebase.json": #"{"firestore": {"rules": "a.rules"}}"#, "a.rules": "", "firestore.indexes.json": emptyIndexes,
      ],
      databases: ["(default) - a.rules standard"],
      findings: [
        "FB0012 warning firebase.json:1:15 the database `(default)` names no index file, so it has only automatic indexes"
      ]),
    Case(
      name: "no index file beside a database that has one",
      files: [
        "firebase.json":
          #"{"firestore": [{"database": "(default)"}, {"database": "b", "indexes": "firestore.indexes.json"}]}"#,
        "firestore.indexes.json": emptyIndexes,
      ],
      databases: ["(default) - - standard", "b firestore.indexes.json - standard"],
      findings: [
        "FB0012 warning firebase.json:1:29 the database `(default)` names no index file, so it has only automatic indexes"
      ]),
    Case(
      name: "indexes made in the console",
      files: ["firebase.json": #"{"firestore": {"rules": "a.rules"}}"#, "a.rules": ""],
      databases: ["(default) - a.rules standard"]),
    Case(
      name: "another index file and edition",
      files: [
        "firebase.json": #"{"firestore": {"edition": "standard", "indexes": "i.json"}}"#, "i.json": emptyIndexes,
      ],
      request: ProjectRequest(edition: .enterprise), databases: ["(default) i.json - enterprise"],
      findings: [
        "FB0007 warning firebase.json:1:27 `--edition enterprise` overrides the standard edition of `(default)`"
      ]),
    Case(
      name: "broken firebase.json",
      files: ["firebase.json": "{\"firestore\": {\n"],
      databases: ["(default) - - standard"],
      findings: ["FB0013 error firebase.json:1:16 the file ends inside the object"]),
  ]

  @Test("finds", arguments: cases)
  func discovers(_ testCase: Case) throws {
    let folder = try FolderFixture(testCase.files)
    var request = testCase.request
    request.startFolder = folder.path
    let project = try Project.discover(request)
    let databases = project.databases.map { database in
      folder.relative(
        "\(database.id) \(database.indexes?.path ?? "-") \(database.rules?.path ?? "-") \(database.edition.rawValue)")
    }
    #expect(databases == testCase.databases)
    let lines = folder.lines(project.findings)
    #expect(lines == testCase.findings)
  }

  @Test("the nearest firebase.json at or above the start folder is the root")
  func searchesUpwards() throws {
    let folder = try FolderFixture([
      "firebase.json": #"{"firestore": {"indexes": "i.json"}}"#, "i.json": Self.emptyIndexes, "src/deep/x.txt": "",
    ])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path + "/src/deep"))
    #expect(folder.relative(project.root) == ".")
    #expect(folder.relative(project.databases[0].indexes?.path ?? "") == "i.json")
  }

  @Test("without a firebase.json the usual files of the folder, or of the nearest above in the repository, count")
  func usualFilesAbove() throws {
    let files = [
      "app/firestore.indexes.json": Self.emptyIndexes, "app/firebreak/a.workload.yaml": "",
      "app/own/firestore.rules": "", "app/inner/firestore.rules": "", "app/tools/deep/x.txt": "",
      "app/nested/.git/HEAD": "", "app/nested/src/x.txt": "", "other/firebreak.json": "{}", "other/src/x.txt": "",
      ".git/HEAD": "",
    ]
    let folder = try FolderFixture(files)
    func root(_ start: String) throws -> String {
      folder.relative(try Project.discover(ProjectRequest(startFolder: folder.path + "/" + start)).root)
    }
    let project = try Project.discover(ProjectRequest(startFolder: folder.path + "/app/firebreak"))
    #expect(folder.relative(project.root) == "app")
    #expect(folder.relative(project.databases[0].indexes?.path ?? "") == "app/firestore.indexes.json")
    #expect(project.workloads().map(folder.relative) == ["app/firebreak/a.workload.yaml"])
    #expect(try root("app/tools/deep") == "app")
    #expect(try root("app/own") == "app/own")
    #expect(try root("other/src") == "other")
    #expect(try root("app/nested/src") == "app/nested/src")
  }

  @Test(
    "settings, or rules for tests, beside workloads do not hide the index file above",
    arguments: ["firebreak.json", "firestore.rules", "database.rules.json"])
  func marksBesideWorkloads(_ mark: String) throws {
    let folder = try FolderFixture([
      "app/firestore.indexes.json": Self.emptyIndexes, "app/firestore.rules": "", "app/firebreak/\(mark)": "{}",
      "app/firebreak/a.workload.yaml": "", ".git/HEAD": "",
    ])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path + "/app/firebreak"))
    #expect(folder.relative(project.root) == "app/firebreak")
    #expect(folder.relative(project.databases[0].indexes?.path ?? "") == "app/firestore.indexes.json")
    let isOwn = mark == "firestore.rules"
    #expect(
      folder.relative(project.databases[0].rules?.path ?? "") == "app/\(isOwn ? "firebreak/" : "")firestore.rules")
  }

  @Test("what lies above a folder that is in no repository is somebody else's")
  func usualFilesOfSomebodyElse() throws {
    let folder = try FolderFixture([
      "outer/firestore.rules": "", "outer/firebreak.json": "{}", "outer/project/src/a.txt": "",
    ])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path + "/outer/project"))
    #expect(folder.relative(project.root) == "outer/project")
    #expect(project.databases.allSatisfy { $0.rules == nil })
  }

  @Test("the only firebase.json below serves the whole folder, of several none does")
  func below() throws {
    let configuration = #"{"firestore": {"indexes": "i.json"}}"#
    var files = [
      "a/firebase.json": configuration, "a/i.json": Self.emptyIndexes, "b/firebase.json": #"{"hosting": {}}"#,
      "b/x.workload.yaml": "", "out/firebase.json": configuration, ".gitignore": "out\n",
      "node_modules/m/firebase.json": configuration,
    ]
    let one = try FolderFixture(files)
    let project = try Project.discover(ProjectRequest(startFolder: one.path))
    #expect(one.relative(project.root) == "a")
    #expect(one.relative(project.folder) == ".")
    #expect(one.relative(project.databases[0].indexes?.path ?? "") == "a/i.json")
    #expect(project.workloads().map(one.relative) == ["b/x.workload.yaml"])
    files["c/firebase.json"] = configuration
    let several = try FolderFixture(files)
    let plain = try Project.discover(ProjectRequest(startFolder: several.path))
    #expect(plain.configurationFile == nil)
    #expect(
      several.lines(plain.findings) == [
        "FB0001 info firebase.json:1:1 no `firebase.json` here or above, but in `a` and `c`"
      ])
    let inside = try Project.discover(ProjectRequest(startFolder: several.path + "/c"))
    #expect(several.relative(inside.root) == "c")
    #expect(several.relative(inside.folder) == "c")
  }

  @Test("the only firebase.json of a repository serves every folder of it, of several none does")
  func beside() throws {
    let configuration = #"{"firestore": {"indexes": "i.json"}}"#
    var files = [
      ".git/HEAD": "", "backend/firebase.json": configuration, "backend/i.json": Self.emptyIndexes,
      "ios/App/a.swift": "", "ios/firebase.json": #"{"hosting": {}}"#, "own/firestore.rules": "",
    ]
    let one = try FolderFixture(files)
    let project = try Project.discover(ProjectRequest(startFolder: one.path + "/ios/App"))
    #expect(one.relative(project.root) == "backend")
    #expect(one.relative(project.folder) == ".")
    #expect(one.relative(project.databases[0].indexes?.path ?? "") == "backend/i.json")
    let own = try Project.discover(ProjectRequest(startFolder: one.path + "/own"))
    #expect(own.configurationFile == nil)
    #expect(one.relative(own.databases[0].rules?.path ?? "") == "own/firestore.rules")
    files["c/firebase.json"] = configuration
    let several = try FolderFixture(files)
    let other = try Project.discover(ProjectRequest(startFolder: several.path + "/ios/App"))
    #expect(several.relative(other.root) == "ios")
    files[".git/HEAD"] = nil
    files["c/firebase.json"] = nil
    let unversioned = try FolderFixture(files)
    #expect(
      unversioned.relative(try Project.discover(ProjectRequest(startFolder: unversioned.path + "/ios/App")).root)
        == "ios")
  }

  @Test("the only firebase.json of a repository serves it from its own folder, too, and settings above count")
  func fromItsOwnFolder() throws {
    let configuration = #"{"firestore": {"indexes": "i.json"}}"#
    var files = [
      ".git/HEAD": "", "firebreak.json": #"{"mode": "permissive"}"#, "app/firebase.json": configuration,
      "app/i.json": Self.emptyIndexes, "app/src/a.swift": "", "ios/b.swift": "",
      "test/fixtures/shop/firebase.json": configuration, "Examples/firebase.json": configuration,
    ]
    let one = try FolderFixture(files)
    func folder(of start: String, _ request: ProjectRequest = ProjectRequest()) throws -> String {
      var request = request
      request.startFolder = one.path + start
      let project = try Project.discover(request)
      #expect(project.settings.mode == .permissive, "\(start)")
      return "\(one.relative(project.root)) \(one.relative(project.folder))"
    }
    for start in ["", "/app", "/app/src", "/ios"] { #expect(try folder(of: start) == "app .", "\(start)") }
    // Examples and data of tests are projects for whoever asks for them.
    #expect(try folder(of: "/test/fixtures/shop") == "test/fixtures/shop test/fixtures/shop")
    let named = ProjectRequest(configurationFile: one.path + "/app/firebase.json")
    #expect(try folder(of: "/app", named) == "app .")
    var given = named
    given.isFolderGiven = true
    #expect(try folder(of: "/ios", given) == "app ios")
    let found = ProjectFiles(below: one.path)
    #expect(found.projectFolders.map(one.relative) == ["app"])
    #expect(found.exampleFolders.map(one.relative) == ["Examples", "test/fixtures/shop"])
    files["b/firebase.json"] = configuration
    let several = try FolderFixture(files)
    let project = try Project.discover(ProjectRequest(startFolder: several.path + "/app"))
    #expect(several.relative(project.folder) == "app")
    #expect(project.sharesSettings)
  }

  @Test(
    "an absolute path has no detours",
    arguments: [
      ("/a/b", "/a/b"), ("/", "/"), ("/a/", "/a"), ("/a//b", "/a/b"), ("/a/./b", "/a/b"), ("/a/b/..", "/a"),
      ("/..", "/"), ("/a/.", "/a"), ("/a/...", "/a/..."), ("/.a/b.", "/.a/b."), ("/a/..b", "/a/..b"), ("", "/s"),
      (".", "/s"), ("./a", "/s/a"), ("../a", "/a"), ("ä/ö", "/s/ä/ö"),
    ])
  func absolute(_ path: String, _ expected: String) { #expect(DisplayPath.absolute(path, from: "/s") == expected) }

  @Test(
    "the name and the folder of a path",
    arguments: [
      ("a/b.yaml", "b.yaml", "a"), ("b", "b", "."), ("/", "/", "/"), ("/a", "a", "/"), ("a/b/", "b", "a"),
      ("a//", "a", "."), ("//", "/", "/"), ("", "", "."), ("ä/ö", "ö", "ä"),
    ])
  func parts(_ path: String, _ name: String, _ folder: String) {
    #expect(DisplayPath.name(of: path) == name)
    #expect(DisplayPath.folder(of: path) == folder)
  }

  @Test(
    "a folder that the command was started in begins anew",
    arguments: [
      ("..", "app", "."), ("..", "ios", "../ios"), (".", "src", "src"), ("../..", "shop", "../../shop"),
      ("/w/shop", "app", "/w/shop/app"),
    ])
  func children(_ folder: String, _ name: String, _ expected: String) {
    #expect(DisplayPath.child(name, of: folder, startedIn: "/w/shop/app") == expected)
  }

  @Test("an explicit file decides the root")
  func explicitConfiguration() throws {
    let folder = try FolderFixture([
      "firebase.json": "{}", "other/base.json": #"{"firestore": {"indexes": "i.json"}}"#,
      "other/i.json": Self.emptyIndexes,
    ])
    let project = try Project.discover(
      ProjectRequest(startFolder: folder.path, configurationFile: folder.path + "/other/base.json"))
    #expect(folder.relative(project.databases[0].indexes?.path ?? "") == "other/i.json")
  }

  @Test("workloads are found in every folder of our own, in path order")
  func workloads() throws {
    let folder = try FolderFixture([
      "firebase.json": "{}", "b.workload.yaml": "", "a/z.workload.yaml": "", "a/b/c.workload.yaml": "",
      "node_modules/x/n.workload.yaml": "", ".hidden/h.workload.yaml": "", "vendor/v.workload.yaml": "",
      "c.workload.yml": "", "notes.yaml": "",
    ])
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    #expect(
      project.workloads().map(folder.relative) == ["a/b/c.workload.yaml", "a/z.workload.yaml", "b.workload.yaml"])
  }

  @Test("requests that the project cannot meet")
  func refusedRequests() throws {
    let folder = try FolderFixture([
      "firebase.json": #"{"firestore": [{"database": "a"}, {"database": "b"}]}"#
    ])
    #expect(
      throws: ProjectRequestError(
        "Could not find configurations in firebase.json for the following database targets: c",
        help: "the databases are a, b")
    ) { try Project.discover(ProjectRequest(startFolder: folder.path, databases: ["c"])) }
    #expect(
      throws: ProjectRequestError(
        "`--indexes` is for a single database, but there are 2", help: "choose one with `--database`")
    ) { try Project.discover(ProjectRequest(startFolder: folder.path, indexFile: "x.json")) }
    #expect(throws: ProjectRequestError("there is no folder `\(folder.path)/none`")) {
      try Project.discover(ProjectRequest(startFolder: folder.path + "/none"))
    }
  }

  @Test("the project id is an alias, an id, or the made-up default")
  func projectID() throws {
    let folder = try FolderFixture(["firebase.json": "{}", ".firebaserc": #"{"projects": {"prod": "shop-1"}}"#])
    let ids = try ["prod", "other", nil].map { name in
      try Project.discover(ProjectRequest(startFolder: folder.path, project: name)).projectID
    }
    #expect(ids == ["shop-1", "other", "demo-local"])
  }
}
