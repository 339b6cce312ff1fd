import Diagnostics
import FirebreakTestSupport
import QueryScanner
import Testing

@Suite("Many sources") struct ManySourcesTests {
  private static let families = [["swift"], ["kotlin", "java"], ["javascript"], ["dart"], ["python"]]

  /// What code of one language declares means nothing in another one, whatever it is called: each finds what it finds
  /// alone, in the order of all files.
  @Test("of several languages find what each finds alone", arguments: 0..<24)
  func languages(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var projects: [[SourceText]] = []
    for family in Self.families {
      let cases = try family.flatMap { try ScanCase.load($0) }
      let chosen = cases.randomElement(using: &random)
      projects.append(chosen?.sources.map { SourceText(path: "app/\($0.path)", bytes: $0.bytes) } ?? [])
    }
    let alone = projects.flatMap { SourceScanner.scan($0).requests }
    let files = projects.flatMap(\.self).shuffled(using: &random)
    let together = SourceScanner.scan(Self.keepingOrder(of: projects, in: files)).requests
    let expected = Self.keepingOrder(of: projects, in: files).flatMap { file in
      alone.filter { $0.location.source == file }
    }
    #expect(together == expected)
  }

  /// The files of each project in their own order, at the places that its files have among all.
  private static func keepingOrder(of projects: [[SourceText]], in files: [SourceText]) -> [SourceText] {
    var left = projects
    var ordered: [SourceText] = []
    for file in files {
      for place in left.indices where projects[place].contains(file) {
        if !left[place].isEmpty { ordered.append(left[place].removeFirst()) }
      }
    }
    return ordered
  }

  @Test("what documents show is told in the order of their text, whatever its language")
  func documents() {
    let swift = "```swift\nlet a = Firestore.firestore().collection(\"NAME\").getDocuments()\n```\n"
    let kotlin = "```kotlin\nval a = FirebaseFirestore.getInstance().collection(\"NAME\").get()\n```\n"
    let python = "```python\na = firestore.Client().collection(\"NAME\").get()\n```\n"
    let fences = [swift, python, swift, kotlin, python, kotlin, swift]
    let documents = (0..<3).map { document in
      let text = fences.enumerated().map { number, fence in fence.replacing("NAME", with: "c\(document)x\(number)") }
      return SourceText(path: "notes\(2 - document).md", text: text.joined(separator: "\n"))
    }
    let found = SourceScanner.scan(documents).requests.map { "\($0.location.source.path) \($0)" }
    let expected = (0..<3).flatMap { document in
      fences.enumerated().map { number, fence in
        "notes\(2 - document).md get c\(document)x\(number)\(fence == python ? " admin" : "")"
      }
    }
    #expect(found == expected)
  }

  @Test("a type or function of another language is nobody's")
  func names() {
    let swift = """
      import FirebaseFirestore
      struct Paths { static let chats = "chats" }
      func ask(_ store: Paths) async throws {
        _ = try await Firestore.firestore().collection(Paths.chats).getDocuments()
      }
      """
    let kotlin = """
      class Paths { companion object { val chats = "rooms" } }
      fun ask(db: FirebaseFirestore) { db.collection(Paths.chats).get() }
      """
    let sources = [SourceText(path: "a.swift", text: swift), SourceText(path: "b.kt", text: kotlin)]
    let found = SourceScanner.scan(sources).requests.map { "\($0.location.source.path) \($0)" }
    #expect(found == ["a.swift get chats", "b.kt get rooms"])
  }
}
