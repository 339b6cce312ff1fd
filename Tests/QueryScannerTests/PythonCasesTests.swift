import Diagnostics
import QueryScanner
import Testing

@Suite("Python sources") struct PythonCasesTests {
  @Test("cases", arguments: try ScanCase.load("python"))
  func found(_ example: ScanCase) { example.check() }

  @Test func `code is followed however long it is`() {
    let lines =
      ["from google.cloud import firestore", "name = \"\""] + Array(repeating: "name = name + \"a\"", count: 1_000)
    let text = (lines + ["firestore.Client().collection(name).get()"]).joined(separator: "\n")
    let requests = SourceScanner.scan([SourceText(path: "a.py", text: text)]).requests
    #expect(requests.map(\.description) == ["get \(String(repeating: "a", count: 1_000)) admin"])
  }
}
