import Diagnostics
import QueryScanner
import Testing

/// What every language shares: values that flow through variables, branches, loops, functions and classes.
@Suite("Flow of values") struct FlowCasesTests {
  @Test("cases", arguments: try ScanCase.load("flow"))
  func found(_ example: ScanCase) { example.check() }

  private func requests(_ text: String) -> [String] {
    SourceScanner.scan([SourceText(path: "a.js", text: text)]).requests.map(\.description)
  }

  @Test func `more values of a property than are told apart leave one that is not known`() {
    func found(_ count: Int) -> [String] {
      let setters = (0..<count).map { "  choose\($0)() { this.name = \"c\($0)\"; }" }.joined(separator: "\n")
      return requests(
        """
        import { collection, getDocs, getFirestore } from "firebase/firestore";
        export class Many {
        \(setters)
          load() { return getDocs(collection(getFirestore(), this.name)); }
        }
        """)
    }
    #expect(Set(found(60)) == Set((0..<60).map { "get c\($0)" }))
    #expect(found(120).contains { $0.hasPrefix("get ? !collection") })
  }

  @Test func `more shapes of one place than are told apart are marked as some of more`() {
    let calls = (0..<600).map { "  load(\"f\($0)\");" }.joined(separator: "\n")
    let found = requests(
      """
      import { collection, getDocs, getFirestore, query, where } from "firebase/firestore";
      function load(field) { return getDocs(query(collection(getFirestore(), "a"), where(field, "==", 1))); }
      export function all() {
      \(calls)
      }
      """)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.contains("!variants") })
  }
}
