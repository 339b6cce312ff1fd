import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Rules and documents of a test.
struct RulesFixture: DocumentReader {
  var before: [DocumentPath: MapValue] = [:]
  var after: [DocumentPath: MapValue]?

  func document(at path: DocumentPath) -> RulesDocument? {
    before[path].map { RulesDocument(path: path, fields: $0) }
  }

  func documentAfter(at path: DocumentPath) -> RulesDocument? {
    (after ?? before)[path].map { RulesDocument(path: path, fields: $0) }
  }

  static let now = RuleTimestamp(seconds: 1_800_000_000, nanoseconds: 0)

  static func compile(_ text: String) -> CompiledRules.Compilation {
    CompiledRules.compile(CloudRulesParser.parse(SourceText(path: "firestore.rules", text: text)))
  }

  /// A source with one block for the documents, of version 2.
  static func source(documents: String, functions: String = "", version: String = "2") -> String {
    """
    rules_version = '\(version)';
    service cloud.firestore {
    \(functions)
      match /databases/{database}/documents {
    \(documents)
      }
    }
    """
  }

  /// One condition for all methods of the documents of a collection `c`.
  static func condition(_ condition: String, functions: String = "") -> String {
    source(documents: "match /c/{id} { allow read, write: if \(condition); }", functions: functions)
  }

  static func path(_ text: String) -> DocumentPath {
    DocumentPath(segments: text.split(separator: "/").map { Text(String($0)) })
      ?? DocumentPath(collection: CollectionPath(parent: nil, id: "invalid"), id: Text(text))
  }
}
