import FirebreakTestSupport
import Foundation
import ModelContextProtocol
import Testing

@Suite("Workspaces") struct WorkspaceTests {
  /// `inside` is the workspace; what lies beside it is not.
  private func fixture(_ more: [String: String] = [:]) throws -> FolderFixture {
    let files = ["inside/app/a.ts": "", "inside/-v": "", "outside/secret.ts": "", "insideout/b.ts": ""]
    let folder = try FolderFixture(files.merging(more) { $1 })
    for (link, target) in [
      ("app/link", "../../outside"), ("loop", "loop"), ("lost", "../nothing"), ("good", "app"),
      ("file.ts", "/etc/passwd"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/inside/\(link)", withDestinationPath: target)
    }
    return folder
  }

  private func answer(_ path: String, in folder: FolderFixture, of project: String? = nil) -> String {
    do throws(ToolRefusal) {
      let workspace = try Workspace(roots: ["\(folder.path)/inside"], startedIn: "/")
      return folder.relative(try workspace.project(project).file(path))
    } catch {
      return folder.relative("no: \(error.message)")
    }
  }

  @Test(
    "only what lies in the workspace is named",
    arguments: [
      ("app/a.ts", "app/a.ts"), ("./app/../app/a.ts", "app/a.ts"), (".", "."), ("app/", "app"),
      ("good/a.ts", "app/a.ts"),
      ("-v", "-v"),
      ("../outside/secret.ts", "no: `../outside/secret.ts` lies outside of the workspace"),
      ("../insideout/b.ts", "no: `../insideout/b.ts` lies outside of the workspace"),
      ("app/link/secret.ts", "no: `app/link/secret.ts` lies outside of the workspace"),
      ("app/link", "no: `app/link` lies outside of the workspace"),
      ("file.ts", "no: `file.ts` lies outside of the workspace"),
      ("/etc/passwd", "no: `/etc/passwd` lies outside of the workspace"),
      ("..", "no: `..` lies outside of the workspace"), ("/", "no: `/` lies outside of the workspace"),
      ("/dev/fd/0/..", "no: `/dev/fd/0/..` lies outside of the workspace"),
      ("app/b.ts", "no: there is no file or folder `app/b.ts`"),
    ])
  func confinement(path: String, expected: String) throws {
    #expect(answer(path, in: try fixture()) == expected)
  }

  @Test(
    "no text is a way out",
    arguments: ["", "a\u{0}b", "~", "~root/.bashrc", "file:///etc/passwd", "%2e%2e/outside", "loop", "lost"])
  func odd(path: String) throws { #expect(answer(path, in: try fixture()).hasPrefix("no: ")) }

  @Test("a project is a folder of the workspace")
  func projects() throws {
    let folder = try fixture()
    #expect(answer("a.ts", in: folder, of: "app") == "a.ts")
    #expect(answer("../-v", in: folder, of: "app") == "inside/-v")
    #expect(answer("a.ts", in: folder, of: "../outside").hasPrefix("no: `../outside` lies outside"))
    #expect(answer("a.ts", in: folder, of: "-v").hasPrefix("no: `-v` is no folder"))
  }

  @Test(
    "a project whose files lie elsewhere is not looked at",
    arguments: [
      #"{"firestore": {"rules": "../outside/secret.ts"}}"#, #"{"firestore": {"indexes": "/../../outside/secret.ts"}}"#,
      #"{"database": {"rules": "app/link/secret.ts"}}"#,
      #"{"firestore": [{"database": "a"}, {"database": "b", "rules": "file.ts"}]}"#,
    ])
  func configured(configuration: String) throws {
    let folder = try fixture(["inside/firebase.json": configuration])
    #expect(answer("app", in: folder).hasPrefix("no: `firebase.json` names"))
  }

  @Test("nor one whose `firebase.json` lies above")
  func above() throws {
    let folder = try fixture(["firebase.json": #"{"firestore": {}}"#])
    #expect(answer("app", in: folder).hasPrefix("no: the `firebase.json` of this folder lies in"))
  }

  @Test("a workspace is of folders that are there")
  func roots() throws {
    let folder = try fixture()
    #expect(throws: ToolRefusal.self) { try Workspace(roots: ["\(folder.path)/inside/-v"], startedIn: "/") }
    #expect(throws: ToolRefusal.self) { try Workspace(roots: ["nowhere"], startedIn: folder.path) }
    #expect(try Workspace(roots: ["inside", "inside/good/.."], startedIn: folder.path).roots.count == 1)
  }
}
