import FirebreakTestSupport
import Foundation
import Testing

@testable import Project

/// What git has under version control it does not ignore.
@Suite("Files under version control") struct TrackedFilesTests {
  /// An index as git writes it.
  static func index(_ paths: [String], version: UInt8) -> [UInt8] {
    var bytes = Array("DIRC".utf8) + [0, 0, 0, version, 0, 0, 0, UInt8(paths.count)]
    var last: [UInt8] = []
    for (number, path) in paths.enumerated() {
      let name = Array(path.utf8)
      let isExtended = version > 2 && number % 2 == 1
      var entry = [UInt8](repeating: 7, count: 60) + [isExtended ? 0x40 : 0, UInt8(min(name.count, 255))]
      if isExtended { entry += [0x20, 0] }
      if version == 4 {
        let common = zip(last, name).prefix { $0 == $1 }.count
        entry += offset(last.count - common) + name.dropFirst(common) + [0]
      } else {
        entry += name
        entry += [UInt8](repeating: 0, count: 8 - entry.count % 8)
      }
      bytes += entry
      last = name
    }
    return bytes + [UInt8](repeating: 9, count: 20)
  }

  static func paths(in bytes: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    GitIndex.read(bytes) { found.append($0) }
    return found
  }

  private static func offset(_ number: Int) -> [UInt8] {
    number < 128 ? [UInt8(number)] : [UInt8((number >> 7) - 1) | 0x80, UInt8(number & 0x7F)]
  }

  static let paths = [
    "a.ts", "docs/\(String(repeating: "long", count: 60))/x.ts", "docs/z.ts", "reports/é.tsx", "reports/x/y/z.dart",
    "src/b.ts",
  ]

  @Test("are those of the index", arguments: [UInt8(2), 3, 4])
  func versions(version: UInt8) {
    let found = Self.paths(in: Self.index(Self.paths, version: version))
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == Self.paths)
  }

  @Test(
    "of what is no index there are none",
    arguments: [[], Array("DIRC".utf8), Array("DIRX".utf8) + [0, 0, 0, 2, 0, 0, 0, 1]])
  func others(bytes: [UInt8]) { #expect(Self.paths(in: bytes) == []) }

  @Test("whatever the bytes are, reading them ends", arguments: [UInt8(2), 3, 4])
  func mutations(version: UInt8) {
    var random = SeededGenerator(seed: UInt64(version))
    let whole = Self.index(Self.paths, version: version)
    for _ in 0..<500 {
      var bytes = Array(whole.prefix(.random(in: 0...whole.count, using: &random)))
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      #expect(Self.paths(in: bytes).count <= whole.count)
    }
  }

  @Test("paths that no system has end it", arguments: [UInt8(2), 4])
  func longPaths(version: UInt8) {
    let long = String(repeating: "a/", count: 3_000) + "b.ts"
    let found = Self.paths(in: Self.index(["a.ts", long, "z.ts"], version: version))
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == ["a.ts"])
  }

  private static func names(_ path: String) -> [[UInt8]] { path.split(separator: "/").map { Array($0.utf8) } }

  @Test("are not ignored, and neither are the folders around them", arguments: [false, true])
  func ignoring(isWorkTree: Bool) throws {
    let folder = try FolderFixture([".gitignore": "reports/\n*.tsx\n"])
    let git = folder.path + (isWorkTree ? "/elsewhere" : "/.git")
    try FileManager.default.createDirectory(atPath: git, withIntermediateDirectories: true)
    if isWorkTree { try Data("gitdir: elsewhere\n".utf8).write(to: URL(filePath: folder.path + "/.git")) }
    try Data(Self.index(Self.paths, version: 2)).write(to: URL(filePath: git + "/index"))
    var rules = IgnoreRules.above(folder.path).rules
    rules.read(in: folder.path, depth: 0)
    #expect(!rules.ignores(Self.names("reports"), isFolder: true))
    #expect(rules.ignores(Self.names("other.tsx"), isFolder: false))
    let inside = rules.inside(Self.names("reports"))
    #expect(!inside.ignores(Self.names("reports/é.tsx"), isFolder: false))
    #expect(!inside.ignores(Self.names("reports/x"), isFolder: true))
    #expect(inside.ignores(Self.names("reports/draft.ts"), isFolder: false))
    #expect(inside.ignores(Self.names("reports/drafts"), isFolder: true))
    #expect(!rules.inside(Self.names("src")).ignores(Self.names("src/new.ts"), isFolder: false))
  }
}
