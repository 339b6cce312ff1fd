import Diagnostics
import QueryScanner
import ScanComparison
import Testing

/// What is found in code that grows does not depend on how far it has grown.
@Suite("Generated sources") struct GeneratedSourcesTests {
  private func found(_ kind: GeneratedSource, _ count: Int) -> [String] {
    SourceScanner.scan([kind.source(count)]).requests.map(\.description)
  }

  @Test("every condition has its request", arguments: [GeneratedSource.conditions, .returns])
  func conditions(_ kind: GeneratedSource) {
    #expect(found(kind, 300) == (0..<300).map { "get c\($0) admin" })
  }

  @Test func `of optional filters what stands for all of them is listed`() {
    let all = found(.filters, 3)
    for place in 0..<3 {
      let own = all.filter { $0.hasPrefix("get c\(place) ") }
      #expect(own.count == 18)
      #expect(own.allSatisfy { $0.contains("!variants") })
    }
  }

  @Test func `callers that only hand an id make one request`() {
    #expect(found(.callers, 300) == ["get users/? admin"])
  }

  /// What no call that is seen leads to is listed, too: others may call.
  @Test func `callers decide the place`() {
    #expect(Set(found(.choosers, 300)) == Set((0..<10).map { "get c\($0) admin" } + ["get a admin"]))
  }

  @Test func `a function that many call for places of their own asks each`() {
    let callers = (0..<160).map { "def f\($0)():\n  return ask(db.collection(\"c\($0)\"))" }
    let head = "from google.cloud import firestore\ndb = firestore.Client()\ndef ask(place):\n  return place.get()\n"
    let source = SourceText(path: "generated.py", text: head + callers.joined(separator: "\n") + "\n")
    let asked = SourceScanner.scan([source]).requests.map { "\($0)" }
    #expect(Set(asked) == Set((0..<160).map { "get c\($0) admin" }))
  }

  @Test func `a name is followed through many functions`() {
    #expect(found(.chain, 60) == ["get users admin"])
  }

  @Test func `functions that call one another ask each once`() {
    #expect(found(.recursion, 50) == (0..<50).map { "get c\($0)/? admin" })
  }
}
