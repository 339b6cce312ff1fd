import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import QueryModel

/// What the tests of the prover share, and those of inferred types, which are asked about the same random rules.
enum ProvingFixture {
  static let database = DatabaseName(project: "p")
  static let now = RuleTimestamp(seconds: 1_800_000_000, nanoseconds: 0)
  static let user = AuthContext(uid: "u1", token: ["sub": .string("u1")])

  /// - Parameter blocks: what stands below the documents root.
  static func rules(_ blocks: String, functions: String = "") throws -> CompiledRules {
    let text = """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          \(functions)
          \(blocks)
        }
      }
      """
    let compilation = CompiledRules.compile(CloudRulesParser.parse(SourceText(path: "firestore.rules", text: text)))
    guard let rules = compilation.rules else {
      throw SpecError("\(blocks): \(compilation.problems.map(\.message))")
    }
    return rules
  }

  static func rules(list condition: String, functions: String = "") throws -> CompiledRules {
    try rules("match /c/{d} { allow list: if \(condition); }", functions: functions)
  }

  static func query(_ text: String) throws -> ListQuery {
    switch try QueryStatement(parsing: text, database: database) {
    case .document: throw SpecError("\(text) is not a query")
    case .query(let query): return ListQuery(try query.normalized(database: database))
    case .aggregation(let query): return ListQuery(try query.normalized(database: database))
    }
  }

  static func path(_ text: String) throws -> DocumentPath { try DocumentPath(parsing: text) }

  static func fields(_ text: String) throws -> MapValue { try Fields.map(text, database: database) }
}

/// Documents by path.
struct ProvingDocuments: DocumentReader {
  var documents: [DocumentPath: MapValue] = [:]

  func document(at path: DocumentPath) -> RulesDocument? {
    documents[path].map { RulesDocument(path: path, fields: $0) }
  }
}
