import Diagnostics
import FirebreakTestSupport
import Foundation
import Testing

@testable import Project
@testable import ProjectCheck
@testable import QueryShapes

@Suite("Sources of a project") struct SourceFilesTests {
  private func read(_ files: [String: String], _ places: [String] = [""]) throws -> (read: [String], omitted: [String])
  {
    let folder = try FolderFixture(files)
    let others = ProjectFiles(below: folder.path).projectFolders.filter { $0 != folder.path }
    let found = SourceFiles.read(
      places.map { $0.isEmpty ? folder.path : folder.path + "/" + $0 }, leavingOut: Set(others))
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

  @Test("files of data that scripts import, and no others")
  func importedData() throws {
    let folder = try FolderFixture([
      "config/app.json": "{}", "config/old.json": "{}", "config/other.json": "{}", "web/app.json": "{}",
      "web/large.json": String(repeating: " ", count: 70_000), "messages.json": "{}", "package.json": "{}",
      "web/page.ts": "import a from '@/config/app.json' with { type: 'json' };\nimport b from './large.json';\n",
      "web/old.js": "const c = require(\"../config/old.json\");\n", "a.py": "open('config/other.json')\n",
      "README.md": "See 'messages.json'.\n",
    ])
    let found = SourceFiles.read([folder.path]).configuration.map { folder.relative($0.path) }
    #expect(found == ["config/app.json", "config/old.json", "package.json"])
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
    #expect(
      folder.lines(FindingList(sources.findings).diagnostics) == [
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
      "other/firebase.json": #"{"firestore": {}}"#, "other/a.ts": "",
    ]
    let found = try read(files)
    #expect(found.read == ["src/a.ts"])
    #expect(
      found.omitted == [
        "a.min.js generated", "build folderOfOthers", "bundle.js tooLarge", "ios/Pods folderOfOthers",
        "model.g.dart generated", "node_modules folderOfOthers", "other otherProject", "types.d.ts generated",
      ])
  }

  @Test("a module that was compiled beside its source is left out, unless it is named")
  func compiled() throws {
    let files = ["a.ts": "", "a.js": "", "b.js": "", "c.tsx": "", "c.jsx": "", "d.mts": "", "d.mjs": "", "d.js": ""]
    let found = try read(files)
    #expect(found.read == ["a.ts", "b.js", "c.tsx", "d.js", "d.mts"])
    #expect(found.omitted == ["a.js generated", "c.jsx generated", "d.mjs generated"])
    #expect(try read(files, ["", "a.js"]).read == ["a.js", "a.ts", "b.js", "c.tsx", "d.js", "d.mts"])
  }

  @Test("what a compiler wrote into a folder of its own is left out where its source is there")
  func compiledElsewhere() throws {
    let mapped = "exports.a = 1;\n//# sourceMappingURL=index.js.map"
    let found = try read([
      "functions/lib/index.js": mapped, "functions/src/index.ts": "", "functions/lib/plain.js": "",
      "functions/src/plain.ts": "", "functions/lib/alone.js": mapped, "web/lib/index.js": mapped,
    ])
    #expect(
      found.read == [
        "functions/lib/alone.js", "functions/lib/plain.js", "functions/src/index.ts", "functions/src/plain.ts",
        "web/lib/index.js",
      ])
    #expect(found.omitted == ["functions/lib/index.js generated"])
  }

  @Test("and so is what it wrote into folders below that one, of the same names as those of the sources")
  func compiledBelow() throws {
    let mapped = "exports.a = 1;\n//# sourceMappingURL=all.js.map"
    let found = try read([
      "api/src/news/all.ts": "", "api/lib/news/all.js": mapped, "api/functions/lib/news/all.js": mapped,
      "api/lib/other/all.js": mapped, "web/old/news/all.js": mapped,
    ])
    #expect(found.read == ["api/lib/other/all.js", "api/src/news/all.ts", "web/old/news/all.js"])
    #expect(found.omitted == ["api/functions/lib/news/all.js generated", "api/lib/news/all.js generated"])
  }

  @Test("code without lines is what a build wrote; long lines of data and short files are not")
  func minified() throws {
    let statement = "function(t){return t.collection('posts').where('a','==',1).get()};"
    let bundle = "// License\n" + String(repeating: statement, count: 100)
    let data = "export const icon = '" + String(repeating: "M12L3", count: 2000) + "';\n"
    let files = [
      "firebase.json": "{}", "public/app.js": bundle + "import 'firebase'", "public/other.mjs": bundle,
      "public/large.js": String(repeating: bundle, count: 200) + "firebase", "src/data.js": data,
      "src/short.js": String(repeating: statement, count: 20),
      "src/long.js": String(repeating: statement + "\n", count: 500), "src/a.ts": bundle,
    ]
    let found = try read(files)
    #expect(found.read == ["src/a.ts", "src/data.js", "src/long.js", "src/short.js"])
    #expect(
      found.omitted == ["public/app.js minified", "public/large.js minified", "public/other.mjs minified"])
    let folder = try FolderFixture(files)
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let scope = ProjectScope(project: project, workloads: [], isWhole: true, sourcePlaces: [folder.path])
    #expect(
      folder.lines(FindingList(SourceQueries.load(scope).findings).diagnostics) == [
        "FB0013 info public/app.js:1:1 the file was not read: it is minified",
        "FB0013 info public/large.js:1:1 the file was not read: it is minified",
      ])
    #expect(SourceFiles.read([folder.path + "/public/app.js"]).sources.count == 1)
  }

  @Test(
    "a script that is too long for a person is what a build wrote, where it says so, and no source that was missed",
    arguments: [
      ("main.dart.js", "", "generated", []),
      ("public/main.dart.js_2.part.js", "", "generated", []),
      (
        "site.js", "// Generated by dart2js (NullSafetyMode.sound)\n", "minified",
        ["FB0013 info site.js:1:1 the file was not read: a build wrote it"]
      ),
      (
        "server.cjs", "var __commonJS = (cb, mod) => function () {};\n", "minified",
        ["FB0013 info server.cjs:1:1 the file was not read: a build wrote it"]
      ),
      (
        "typed.js", "const a = 1;\n", "tooLarge",
        [
          "FB0013 error typed.js:1:1 the file was not read: it has 1,031 KiB, and sources of at most 1 MiB are read"
        ]
      ),
    ])
  func bundles(name: String, head: String, reason: String, findings: [String]) throws {
    let line = "  firebase.collection('posts');\n"
    let text = head + String(repeating: line, count: 1_056_000 / line.utf8.count + 15)
    let files = ["firebase.json": "{}", name: text]
    #expect(try read(files).omitted == ["\(name) \(reason)"])
    let folder = try FolderFixture(files)
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let scope = ProjectScope(project: project, workloads: [], isWhole: true, sourcePlaces: [folder.path])
    #expect(folder.lines(FindingList(SourceQueries.load(scope).findings).diagnostics) == findings)
  }

  @Test(
    "only a folder whose firebase.json configures no database belongs to the project above",
    arguments: [
      (#"{"hosting": {"public": "dist"}}"#, ["apps/web/a.ts", "src/b.ts"]),
      (#"{"database": {"rules": "r.json"}}"#, ["src/b.ts"]), (#"{"firestore": [{"database": "b"}]}"#, ["src/b.ts"]),
      // What cannot be read is reported as a project of its own.
      ("{", ["src/b.ts"]),
    ])
  func nestedConfiguration(text: String, found: [String]) throws {
    let files = [
      "firebase.json": #"{"firestore": {}}"#, "apps/web/firebase.json": text, "apps/web/a.ts": "", "src/b.ts": "",
    ]
    #expect(try read(files).read == found)
  }

  static let firestore = #"{"firestore": {"rules": "r.rules"}}"#
  static let realtime = #"{"database": {"rules": "r.json"}}"#
  static let both = #"{"firestore": {}, "database": {"rules": "r.json"}}"#

  /// Configurations by folder, and the sources that each project reads.
  static let siblings: [(configurations: [String: String], read: [String], undecided: [String])] = [
    // The only project of a repository serves it.
    (["a": firestore], [". a/s.ts web/s.ts"], []),
    (["a": firestore, "b": realtime], ["a a/s.ts web/s.ts", "b b/s.ts web/s.ts"], []),
    (["a": firestore, "b": firestore], ["a a/s.ts", "b b/s.ts"], ["web"]),
    (["a": realtime, "b": both], ["a a/s.ts", "b b/s.ts"], ["web"]),
    (["a": both, "b": "{"], ["a a/s.ts", "b b/s.ts"], ["web"]),
    (["a": realtime, "b": realtime, "c": firestore], ["a a/s.ts", "b b/s.ts", "c c/s.ts web/s.ts"], []),
    // A project above is theirs.
    (["a": firestore, "b": firestore, ".": firestore], [". web/s.ts", "a a/s.ts", "b b/s.ts"], []),
    (["a": firestore, "b": firestore, "a/site": "{}"], ["a a/s.ts a/site/s.ts", "b b/s.ts"], ["web"]),
  ]

  @Test("a folder that deploys no database asks those of no sibling, unless it is the only one", arguments: siblings)
  func siblingProjects(configurations: [String: String], read: [String], undecided: [String]) throws {
    var files = [".git/HEAD": ""]
    for (folder, text) in configurations.merging(["web": #"{"hosting": {"public": "."}}"#], uniquingKeysWith: { $1 }) {
      files["\(folder)/firebase.json"] = text
      if folder != "." { files["\(folder)/s.ts"] = "" }
    }
    let folder = try FolderFixture(files)
    let scopes = try ProjectScope.resolve(
      [folder.path], request: ProjectRequest(startFolder: folder.path), readsSources: true, span: .all)
    func sources(_ scope: ProjectScope) -> [String] {
      SourceFiles.read(scope.sourcePlaces, leavingOut: scope.otherFolders).sources.map { folder.relative($0.path) }
    }
    #expect(
      scopes.map { ([folder.relative($0.project.folder)] + sources($0)).joined(separator: " ") } == read)
    #expect(scopes.flatMap(\.undecidedFolders).map(folder.relative) == undecided)
    // From its own folder a project is the same.
    let one = try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path + "/a"), readsSources: true)
    #expect(one.count == 1 && read.contains { $0.hasSuffix(sources(one[0]).joined(separator: " ")) })
  }

  @Test("a page so large that a tool must have made it is named")
  func largePage() throws {
    let folder = try FolderFixture(["firebase.json": "{}"])
    let filling = Array(repeating: UInt8(ascii: "x"), count: SourceFiles.maximumBytes)
    try folder.write("graph.html", Array("<!-- firestore -->".utf8) + filling)
    let found = SourceFiles.read([folder.path]).findings
    #expect(
      folder.lines(found) == [
        "FB0013 info graph.html:1:1 the file was not read: it has 1,024 KiB, and sources of at most 1 MiB are read"
      ])
  }

  @Test("what may ask for something and was not read is a finding")
  func unread() throws {
    let folder = try FolderFixture(["firebase.json": "{}", "src/a.ts": ""])
    let filling = Array(repeating: UInt8(ascii: "x"), count: SourceFiles.maximumBytes)
    try folder.write("src/app.js", Array("import 'Firebase/firestore';\n".utf8) + filling)
    try folder.write("src/game.js", Array("import 'three';\n".utf8) + filling)
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    var scope = ProjectScope(project: project, workloads: [], isWhole: true, sourcePlaces: [folder.path])
    let found = FindingList(SourceQueries.load(scope).findings)
    #expect(
      folder.lines(found.diagnostics) == [
        "FB0013 error src/app.js:1:1 the file was not read: it has 1,024 KiB, and sources of at most 1 MiB are read"
      ])
    #expect(FindingVerdict(found, failLevel: nil) == .unreadable)
    // What is named is read, and what somebody has decided about is not reported.
    let named = SourceFiles.read([folder.path + "/src/app.js"])
    #expect(named.sources.count == 1 && named.findings == [])
    let place = IgnoreEntry(
      try #require(CodeSelector("FB0013")), path: "**/src/app.js", reason: "made by a tool", location: nil)
    scope.project.settings.ignored = [place]
    #expect(SourceQueries.load(scope).findings == [])
    scope.project.settings.ignored[0].reason = nil
    #expect(SourceQueries.load(scope).findings.count == 1)
  }

  @Test(
    "a folder that cannot be read is an input that cannot be read",
    .enabled(if: FileManager.default.isWritableFile(atPath: "/") == false))
  func unreadableFolder() throws {
    let folder = try FolderFixture(["src/a.ts": ""])
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path + "/src")
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path + "/src") }
    let found = SourceFiles.read([folder.path]).findings
    #expect(folder.lines(found) == ["FB0013 error src:1:1 the folder cannot be read: sources in it are not judged"])
  }

  @Test("nor is a folder that lies too deep")
  func tooDeep() throws {
    let path = Array(repeating: "d", count: ProjectFolder.maximumDepth + 1).joined(separator: "/")
    let folder = try FolderFixture([path + "/a.ts": ""])
    let found = SourceFiles.read([folder.path]).findings
    #expect(
      folder.lines(found) == ["FB0013 error \(path):1:1 the folder was not read: it lies more than 64 folders deep"])
  }

  @Test("bytes that are no text are no names: nothing is concluded from them")
  func invalidNames() throws {
    let folder = try FolderFixture(["firestore.indexes.json": #"{"indexes": []}"#, "a.ts": ""])
    let code = """
      import { collection, getDocs, limit, orderBy, query, where } from 'firebase/firestore';
      getDocs(query(collection(db, 'caf?'), where('a', '==', 1), orderBy('b'), limit(5)));
      getDocs(query(collection(db, 'posts'), where('caf?', '==', 1), orderBy('b'), limit(5)));
      """
    try folder.write("a.ts", Array(code.utf8).map { $0 == UInt8(ascii: "?") ? 0xE9 : $0 })
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let scope = ProjectScope(project: project, workloads: [], isWhole: true, sourcePlaces: [folder.path])
    let queries = ProjectQueries.load(scope, sources: SourceQueries.load(scope))
    let found = FindingList(queries.check().findings).diagnostics.filter {
      $0.location?.source.path.hasSuffix("a.ts") == true
    }
    #expect(
      folder.lines(found).map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "FB1010 info a.ts:2:1", "FB0013 warning a.ts:2:34", "FB1010 info a.ts:3:46",
      ])
    #expect(queries.groups[0].suggestion().additions.isEmpty)
  }

  @Test("names that are not UTF-8 are said")
  func oddNames() throws {
    let folder = try FolderFixture(["a.ts": ""])
    for name in ["b\u{E9}.ts", "c\u{E9}.png", "d\u{E9}"] {
      let bytes = Array(folder.path.utf8) + [UInt8(ascii: "/")] + name.unicodeScalars.map { UInt8($0.value) } + [0]
      let descriptor = unsafe open(bytes.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o644)
      try #require(descriptor >= 0)
      _ = close(descriptor)
    }
    let found = SourceFiles.read([folder.path])
    #expect(
      folder.lines(FindingList(found.findings).diagnostics) == [
        "FB0013 error b\u{FFFD}.ts:1:1 what is here was not read: its name is not valid UTF-8",
        "FB0013 warning d\u{FFFD}:1:1 what is here was not read: its name is not valid UTF-8",
      ])
  }

  @Test(".gitignore files of all folders count, those above up to the repository's")
  func ignored() throws {
    let files = [
      ".git/HEAD": "", ".gitignore": "/out\n*.gen.ts\n", "out/a.ts": "", "app/out/a.ts": "",
      "app/.gitignore": "!keep.gen.ts",
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
    #expect(found.omissions.map { folder.relative($0.path) } == ["a/loop", "c.ts"])
  }

  @Test("links to what lies elsewhere are followed, each place once")
  func linkedElsewhere() throws {
    let other = try FolderFixture([
      "lib/x.ts": "", "lib/deep/y.ts": "", "one.ts": "", "app/firebase.json": "{\"firestore\": {}}", "app/z.ts": "",
    ])
    let folder = try FolderFixture(["a/x.ts": "", ".git/HEAD": "", ".gitignore": "out\n"])
    let links = [
      "src": "lib", "src2": "lib", "lib/deep/round": "lib", "one.ts": "one.ts", "out": "lib", "app": "app",
      "none.ts": "none.ts",
      "node_modules": "lib",
    ]
    for (name, target) in links {
      let place = name.hasPrefix("lib") ? other.path : folder.path
      try FileManager.default.createSymbolicLink(
        atPath: place + "/" + name, withDestinationPath: other.path + "/" + target)
    }
    let found = SourceFiles.read([folder.path])
    #expect(found.sources.map { folder.relative($0.path) } == ["a/x.ts", "one.ts", "src2/deep/y.ts", "src2/x.ts"])
    #expect(
      found.omissions.map { "\(folder.relative($0.path)) \(name($0.reason))" } == [
        "app otherProject", "node_modules folderOfOthers", "none.ts link", "out ignored", "src link",
        "src2/deep/round link",
      ])
    #expect(found.findings == [])
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

  @Test("text in UTF-16 without a mark is read, too, and said", arguments: [true, false])
  func unmarkedEncodings(isLittle: Bool) throws {
    func bytes(_ text: String) -> [UInt8] {
      text.utf16.flatMap { unit in
        let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        return isLittle ? pair : pair.reversed()
      }
    }
    let folder = try FolderFixture(["a.swift": "", "b.swift": "", "c.swift": ""])
    let code =
      "import FirebaseFirestore\nlet é = Firestore.firestore().collection(\"posts\").limit(to: 5).getDocuments()\n"
    try folder.write("a.swift", bytes(code))
    try folder.write("b.swift", bytes("let other = 1 // of nobody's interest\n"))
    // Zeros alone are no text.
    try folder.write("c.swift", Array(repeating: 0, count: 64))
    let found = SourceFiles.read([folder.path])
    #expect(found.sources.first?.bytes == Array(code.utf8))
    #expect(found.sources.last?.bytes.count == 64)
    #expect(folder.lines(found.findings) == ["FB0013 warning a.swift:1:1 the text is UTF-16 without a byte-order mark"])
  }
}
