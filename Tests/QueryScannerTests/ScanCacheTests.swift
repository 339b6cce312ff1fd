import Diagnostics
import FirebreakTestSupport
import QueryScanner
import Testing

@Suite("Sources that are scanned again and again") struct ScanCacheTests {
  private static let families = [["swift"], ["kotlin", "java"], ["javascript"], ["dart"], ["python"], ["flow"]]

  /// What was kept of files as they were must not show in what is found in them now.
  @Test("with a cache it is found what is found without one, whatever was edited between", arguments: 0..<12)
  func edits(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let cases = try Self.families[seed % Self.families.count].flatMap { try ScanCase.load($0) }
    var project: [SourceText] = []
    func add() {
      guard let added = cases.randomElement(using: &random) else { return }
      let folder = "app\(project.count)"
      project += added.sources.map { SourceText(path: "\(folder)/\($0.path)", bytes: $0.bytes) }
    }
    for _ in 0..<3 { add() }
    let first = project
    let cache = ScanCache()
    for edit in 0..<8 {
      #expect(
        SourceScanner.scan(project, cache: cache) == SourceScanner.scan(project), "seed \(seed), edit \(edit)")
      guard let place = project.indices.randomElement(using: &random) else { return add() }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: add()
      case 1: project.remove(at: place)
      case 2: project[place] = SourceText(path: "moved/\(project[place].path)", bytes: project[place].bytes)
      case 3: project.append(SourceText(path: "copied/\(project[place].path)", bytes: project[place].bytes))
      case 4: project = first
      case 5: project[place] = Self.withoutLine(project[place], using: &random)
      default: project[place] = Self.withWord(project[place], using: &random)
      }
    }
  }

  /// Parts are evaluated together as their size allows: that must not decide what plain scripts see of one another.
  @Test("plain scripts ask the same, however large they are and whichever was edited")
  func plainScripts() {
    let database = "firebase.firestore()"
    func project(_ padding: Int, _ edit: String = "") -> [SourceText] {
      let others = ["a", "b", "c"].map { name in
        SourceText(
          path: "\(name).js",
          text: """
            function ask\(name)() { return \(database).collection('\(name)'); }
            function ask(x) { return \(database).collection('\(name)').where('k', '==', x); }
            ask\(name)().limit(5).get();
            \(String(repeating: "// padding\n", count: padding))
            """)
      }
      let last = "ask(1).orderBy('z').limit(3).get();\n\(database).collection('d').limit(3).get();\n\(edit)"
      return others + [SourceText(path: "d.js", text: last)]
    }
    func asked(_ sources: [SourceText], _ cache: ScanCache = ScanCache()) -> [String] {
      SourceScanner.scan(sources, cache: cache).requests.map { "\($0.location.source.path) \($0)" }
    }
    let expected = asked(project(0))
    #expect(!expected.isEmpty)
    #expect(asked(project(4000)) == expected)
    let cache = ScanCache()
    #expect(asked(project(4000), cache) == expected)
    #expect(asked(project(4000, "// edited"), cache) == expected)
  }

  /// Files that import one another in groups, and edits that join and part the groups.
  @Test(
    "what parts of a project ask is found again where their files, or where imports lead, have changed",
    arguments: 0..<3)
  func parts(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var imported = (0..<24).map { $0 }
    var asked = (0..<24).map { "things\($0 % 7)" }
    var isThere = Array(repeating: true, count: 24)
    func project() -> [SourceText] {
      (0..<24).flatMap { number -> [SourceText] in
        let service = """
          import { collection, getDocs, getFirestore, query, where } from 'firebase/firestore';
          export class Service\(number) {
            list(owner: string) { return getDocs(query(collection(getFirestore(), '\(asked[number])'), where('owner', '==', owner))); }
          }
          """
        let screen = """
          import { Service\(imported[number]) } from './service\(imported[number])';
          export function screen\(number)() { return new Service\(imported[number])().list('user\(number)'); }
          """
        let files = [
          SourceText(path: "src/Screen\(number).ts", text: screen),
          SourceText(
            path: "src/plain\(number).ts", text: "export const label\(number) = (count: number) => `${count}`;"),
        ]
        return isThere[number] ? files + [SourceText(path: "src/service\(number).ts", text: service)] : files
      }
    }
    let cache = ScanCache()
    for edit in 0..<6 {
      let sources = project()
      let found = SourceScanner.scan(sources, cache: cache)
      #expect(found == SourceScanner.scan(sources), "seed \(seed), edit \(edit)")
      #expect(found.requests.count >= isThere.count { $0 }, "seed \(seed), edit \(edit)")
      let place = Int.random(in: 0..<24, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: imported[place] = Int.random(in: 0..<24, using: &random)
      case 1: isThere[place].toggle()
      default: asked[place] = "others\(edit)"
      }
    }
  }

  private static func withoutLine(_ source: SourceText, using random: inout SeededGenerator) -> SourceText {
    var lines = source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    lines.remove(at: Int.random(in: lines.indices, using: &random))
    return SourceText(path: source.path, bytes: Array(lines.joined(separator: [UInt8(ascii: "\n")])))
  }

  /// One of its own words at another place.
  private static func withWord(_ source: SourceText, using random: inout SeededGenerator) -> SourceText {
    let isWord: (UInt8) -> Bool = { $0 > 0x40 || (0x30...0x39).contains($0) }
    let words = source.bytes.split { !isWord($0) }
    guard let old = words.randomElement(using: &random), let new = words.randomElement(using: &random) else {
      return source
    }
    var bytes = source.bytes
    bytes.replaceSubrange(old.startIndex..<old.endIndex, with: new)
    return SourceText(path: source.path, bytes: bytes)
  }
}
