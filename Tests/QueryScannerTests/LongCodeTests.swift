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

  @Test(
    "of more constraints than the service answers it is said that there are more",
    arguments: [
      #"where("f#", "==", 1)"#, #"orderBy("f#")"#,
    ])
  func constraints(_ step: String) {
    let few = Self.requests(Self.function(step, times: 100))
    #expect(few.map(\.unresolvedNames) == [[]])
    #expect(few.allSatisfy { $0.description.contains("f99") })
    let many = Self.requests(Self.function(step, times: 140))
    #expect(many.map(\.unresolvedNames) == [["constraint"]])
  }

  @Test("very many statements beside a query leave its ways what they are")
  func ways() {
    let plain = (0..<1_100).map { "  g(\($0));" }
    let optional = (0..<3).map { #"  if (a.x\#($0)) { q = query(q, where("f\#($0)", "==", 1)); }"# }
    func found(_ lines: [String]) -> [String] {
      let begin = ["export function f(db, a) {", #"  let q = query(collection(db, "c"));"#]
      return Self.requests(begin + lines + ["  return getDocs(q);", "}"]).map(\.description)
    }
    let alone = found(optional)
    #expect(alone.count == 8 && !alone.contains { $0.contains("!") })
    #expect(found(plain + optional) == alone)
  }

  @Test("of very many conditions some queries stand for all: none met, each alone, and as many as are told apart")
  func conditions() {
    let optional = (0..<1_050).map { #"  if (a.x\#($0)) { q = query(q, where("f\#($0 % 20)", "==", 1)); }"# }
    let found = Self.requests(
      ["export function f(db, a) {", #"  let q = query(collection(db, "c"));"#] + optional + [
        "  return getDocs(q);", "}",
      ]
    ).map(\.description)
    let alone = ["get c !variants"] + (0..<20).map { "get c where f\($0) == 1 !variants" }
    #expect(Set(alone).isSubset(of: found))
    let others = Set(found).subtracting(alone)
    #expect(others.count == 1 && others.allSatisfy { $0.hasSuffix(" !constraint !variants") })
    #expect(others.allSatisfy { query in (0..<20).allSatisfy { query.contains("f\($0) == 1") } })
  }

  struct Repository: CustomTestStringConvertible {
    var file: String
    var begin: String
    var parameter: String
    var step: String
    var end: String
    var testDescription: String { file }
  }

  static let repositories = [
    Repository(
      file: "a.dart",
      begin: """
        import 'package:cloud_firestore/cloud_firestore.dart';
        class R { final FirebaseFirestore db; R(this.db);
          Future<List> all(PARAMETERS) async { Query query = db.collection('homes');
        """,
      parameter: "String? f#",
      step: "if (f# != null) { query = query.where('f#', isEqualTo: f#); }",
      end: "final found = await query.limit(5).get(); return found.docs; } }"),
    Repository(
      file: "a.kt",
      begin: """
        import com.google.firebase.firestore.*
        class R(private val db: FirebaseFirestore) {
          fun all(PARAMETERS): Any { var query: Query = db.collection("homes")
        """,
      parameter: "f#: String?",
      step: "if (f# != null) { query = query.whereEqualTo(\"f#\", f#) }",
      end: "return query.limit(5).get() } }"),
  ]

  @Test("a class that is handed its database loses no query with many optional filters", arguments: repositories)
  func optionalFilters(_ repository: Repository) {
    func found(_ filters: Int) -> [ScannedRequest] {
      func each(_ text: String) -> [String] { (0..<filters).map { text.replacing("#", with: "\($0)") } }
      let begin = repository.begin.replacing("PARAMETERS", with: each(repository.parameter).joined(separator: ", "))
      let text = ([begin] + each(repository.step) + [repository.end]).joined(separator: "\n")
      return SourceScanner.scan([SourceText(path: repository.file, text: text)]).requests
    }
    let few = found(5).map(\.description)
    #expect(few.count == 32 && few.allSatisfy { $0.hasPrefix("get homes ") && $0.hasSuffix(" limit 5") })
    // What is left out is said.
    let many = found(9)
    #expect(!many.isEmpty && many.allSatisfy { $0.kind == .get && !$0.unresolvedNames.isEmpty })
  }

  @Test("every case of a selection is read")
  func cases() {
    let cases = (0..<300).map { #"    case \#($0): return getDocs(collection(db, "c\#($0)"));"# }
    let found = Self.requests(["export function f(db, a) {", "  switch (a) {"] + cases + ["  }", "}"])
    #expect(found.map(\.description) == (0..<300).map { "get c\($0)" })
  }

  /// Scopes and objects with more names than stand together: what each holds, what closures keep and what ends.
  @Test("every name of a scope with very many of them is known, alone and after others")
  func names() {
    let globals = (0..<300).map { #"const n\#($0) = "c\#($0)";"# }
    let locals = (0..<90).map { #"  let m\#($0) = n\#($0);"# }
    let inner = (0..<90).map { #"    let m\#($0) = n\#($0 + 100);"# }
    let asked = #"getDocs(collection(db, m7)); getDocs(collection(db, m89));"#
    let code =
      globals + ["export function f(db, a) {"] + locals
      + ["  const later = () => { getDocs(collection(db, m88)); };", "  if (a) {"] + inner + ["    \(asked)", "  }"]
      + ["  m7 = a ? n200 : n201;", "  \(asked)", "  later();", "  getDocs(collection(db, n299));", "}"]
    #expect(
      Self.requests(code).map(\.description) == [
        "get c88", "get c107", "get c189", "get c200", "get c201", "get c89", "get c299",
      ])
  }

  @Test("every property of an object with very many of them is known")
  func properties() {
    let names = (0..<80).map { #"    this.p\#($0) = "c\#($0)";"# }
    let code =
      ["class A {", "  constructor(db) {", "    this.db = db;"] + names + ["  }"]
      + ["  load() { getDocs(collection(this.db, this.p3)); getDocs(collection(this.db, this.p79)); }", "}"]
    #expect(Self.requests(code).map(\.description) == ["get c3", "get c79"])
  }
}
