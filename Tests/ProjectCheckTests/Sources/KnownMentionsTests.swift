import Diagnostics
import FirebreakTestSupport
import Testing

@testable import ProjectCheck

@Suite("Names in sources, asked for again") struct KnownMentionsTests {
  private static let lines = [
    "export function load() { return open(); }", "const open = () => fetchAll();", "function fetchAll() { return 1; }",
    "class Store {", "  list() { return load(); }", "}", "// load open fetchAll", "import { load } from './a';",
    "use(\"fetchAll\");", "export const Screen = () => { const x = useStore(); return x; };",
    "function useStore() { return new Store().list(); }", "load();", "",
  ]

  private static func text(_ random: inout some RandomNumberGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in lines.randomElement(using: &random) ?? "" }
      .joined(separator: "\n")
  }

  /// Whatever was edited, added, removed or asked before, the answers are those of a first search.
  @Test(arguments: 0..<40) func `what is known changes no answer`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let known = KnownMentions()
    var files: [String: String] = [:]
    let all = ["load", "open", "fetchAll", "Store", "list", "Screen", "useStore", "missing"]
    for _ in 0..<12 {
      let path = ["a.ts", "b.tsx", "c.dart", "d.md", "e.vue"].randomElement(using: &random) ?? ""
      files[path] = Int.random(in: 0..<6, using: &random) == 0 ? nil : Self.text(&random)
      let sources = files.sorted { $0.key < $1.key }.map { SourceText(path: $0.key, text: $0.value) }
      let asked = Set(all.filter { _ in Bool.random(using: &random) })
      let again = NameMentions(of: asked, in: sources, known: known)
      let first = NameMentions(of: asked, in: sources, known: KnownMentions())
      #expect(again.uncalled() == first.uncalled(), "\(files) \(asked)")
      #expect(all.map(again.isCalled) == all.map(first.isCalled), "\(files) \(asked)")
    }
  }
}
