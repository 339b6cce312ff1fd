import Testing

@testable import Project

@Suite("Patterns of .gitignore") struct IgnoreRulesTests {
  struct Case: CustomTestStringConvertible {
    var patterns: String
    /// Paths; a slash at the end means a folder.
    var ignored: [String]
    var kept: [String]
    var testDescription: String { patterns.replacing("\n", with: " ⏎ ") }
  }

  static let cases: [Case] = [
    Case(patterns: "*.log", ignored: ["a.log", "x/y/b.log"], kept: ["a.logs", "log"]),
    Case(patterns: "/todo.ts", ignored: ["todo.ts"], kept: ["src/todo.ts"]),
    Case(patterns: "docs/", ignored: ["docs/", "a/docs/"], kept: ["docs"]),
    Case(patterns: "a/b", ignored: ["a/b", "a/b/"], kept: ["x/a/b"]),
    Case(patterns: "**/gen", ignored: ["gen/", "a/gen/", "a/b/gen"], kept: ["a/generated"]),
    Case(patterns: "lib/**", ignored: ["lib/a", "lib/a/b"], kept: ["lib/", "x/lib/a"]),
    Case(patterns: "a/**/z", ignored: ["a/z", "a/b/z", "a/b/c/z"], kept: ["a/b", "z"]),
    Case(patterns: "*.ts\n!keep.ts", ignored: ["a.ts"], kept: ["keep.ts", "x/keep.ts"]),
    Case(patterns: "!a.ts\n*.ts", ignored: ["a.ts"], kept: []),
    Case(patterns: "# comment\n\n\\#hash", ignored: ["#hash"], kept: ["# comment"]),
    Case(patterns: "\\!bang", ignored: ["!bang"], kept: ["bang"]),
    Case(patterns: "a?c", ignored: ["abc"], kept: ["ac", "abbc"]),
    Case(patterns: "[a-c]x[!0-9]", ignored: ["axz", "cx-"], kept: ["dxz", "ax5"]),
    Case(patterns: "[[:alpha:]_]x", ignored: ["ax", "Zx", "_x"], kept: ["1x", ":x", "alphax"]),
    Case(patterns: "[![:digit:]a-c]", ignored: ["d", "Z"], kept: ["1", "a", "dd"]),
    Case(patterns: "[[:nothing:]a]", ignored: [], kept: ["a", "n", "[a]"]),
    Case(patterns: "[[:]x", ignored: ["[x", ":x"], kept: ["x"]),
    Case(patterns: "[unclosed", ignored: ["[unclosed"], kept: ["u"]),
    Case(patterns: "name   ", ignored: ["name"], kept: ["name   "]),
    Case(patterns: "name\\ ", ignored: ["name "], kept: ["name"]),
    Case(patterns: "line\r\nother\r", ignored: ["line", "other"], kept: ["lines"]),
    Case(patterns: "a*b*c*d*e*f*g", ignored: ["a1b2c3d4e5f6g"], kept: [String(repeating: "abcdef", count: 200)]),
    Case(patterns: "/", ignored: [], kept: ["a", "a/"]),
  ]

  @Test("what they mean", arguments: cases)
  func matching(_ test: Case) {
    var rules = IgnoreRules()
    rules.add(test.patterns, depth: 0)
    func ignores(_ path: String) -> Bool {
      rules.ignores(path.split(separator: "/").map { Array($0.utf8) }, isFolder: path.hasSuffix("/"))
    }
    #expect(test.ignored.filter { !ignores($0) } == [])
    #expect(test.kept.filter(ignores) == [])
  }

  @Test("a deeper file wins")
  func nesting() {
    var rules = IgnoreRules()
    rules.add("*.ts\n/b", depth: 0)
    rules.add("!own.ts\n/b", depth: 1)
    func ignores(_ path: String) -> Bool {
      rules.ignores(path.split(separator: "/").map { Array($0.utf8) }, isFolder: false)
    }
    #expect(ignores("own.ts"))
    #expect(!ignores("a/own.ts"))
    #expect(ignores("a/other.ts"))
    #expect(ignores("a/b"))
    #expect(!ignores("a/c/b"))
  }
}
