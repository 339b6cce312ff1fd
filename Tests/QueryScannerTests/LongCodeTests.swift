import Diagnostics
import QueryScanner
import Testing

/// Code that a tool has written: it is read as far as it can be read in time.
@Suite("Code with very many steps") struct LongCodeTests {
  private static func requests(_ lines: [String]) -> [ScannedRequest] {
    let begin = #"import { collection, query, where, orderBy, getDocs } from "firebase/firestore";"#
    let text = ([begin] + lines).joined(separator: "\n")
    return SourceScanner.scan([SourceText(path: "a.js", text: text)]).requests
  }

  private static func function(_ step: String, times: Int) -> [String] {
    ["export function f(db, a) {", #"  let q = query(collection(db, "c"));"#]
      + (0..<times).map { "  q = query(q, \(step.replacing("#", with: "\($0)")));" } + ["  return getDocs(q);", "}"]
  }

  @Test("of more constraints than the service answers it is said that there are more", arguments: [
    #"where("f#", "==", 1)"#, #"orderBy("f#")"#,
  ])
  func constraints(_ step: String) {
    let few = Self.requests(Self.function(step, times: 100))
    #expect(few.map(\.unresolvedNames) == [[]])
    #expect(few.allSatisfy { $0.description.contains("f99") })
    let many = Self.requests(Self.function(step, times: 140))
    #expect(many.map(\.unresolvedNames) == [["constraint"]])
  }

  @Test("every case of a selection is read")
  func cases() {
    let cases = (0..<300).map { #"    case \#($0): return getDocs(collection(db, "c\#($0)"));"# }
    let found = Self.requests(["export function f(db, a) {", "  switch (a) {"] + cases + ["  }", "}"])
    #expect(found.map(\.description) == (0..<300).map { "get c\($0)" })
  }
}
