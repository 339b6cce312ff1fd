import Diagnostics
import QueryScanner
import SourceRequests
import Testing

@Suite("Python sources") struct PythonCasesTests {
  @Test("cases", arguments: try ScanCase.load("python"))
  func found(_ example: ScanCase) { #expect(example.actual == example.found) }

  @Test("cases, evaluated by demand", arguments: try ScanCase.load("python") + ScanCase.flowOfPython)
  func evaluated(_ example: ScanCase) { #expect(example.evaluated == example.found) }

  @Test func `code is followed however long it is`() {
    let lines =
      ["from google.cloud import firestore", "name = \"\""] + Array(repeating: "name = name + \"a\"", count: 1_000)
    let text = (lines + ["firestore.Client().collection(name).get()"]).joined(separator: "\n")
    let requests = EvaluatedSources.requests(of: [SourceText(path: "a.py", text: text)])
    #expect(requests.map(\.description) == ["get \(String(repeating: "a", count: 1_000)) admin"])
  }
}

extension ScanCase {
  /// What evaluation by demand finds.
  var evaluated: [String] {
    Self.ordered(EvaluatedSources.requests(of: sources).map { "\(line(of: $0)) \($0)" })
  }

  /// The cases of what all languages share that are written in Python.
  fileprivate static var flowOfPython: [ScanCase] {
    get throws {
      try load("flow").filter { example in example.sources.allSatisfy { $0.path.hasSuffix(".py") } }
    }
  }
}
