import Diagnostics
package import FirestoreModel
package import FirestoreRulesEnforcement
import StructuredText

extension RequestFile {
  /// What a request on the command line may begin with: the words of the cases of `rules test`.
  package static let words = CaseOperationReader.words.filter { $0 != "commit" }

  /// Those that write fields.
  package static let wordsWithFields = CaseOperationReader.writes.filter { $0 != "delete" }

  /// A request in words: `get recipes/r1`, `list 'recipes where public == true'`.
  ///
  /// - Parameters:
  ///   - target: a document, or for `list` a query.
  ///   - fields: what is written, as JSON; nil for words that write none.
  package static func read(
    word: String, target: String, fields: String?, by actor: Caller, database: DatabaseName
  ) -> RequestReading {
    // One text, so that findings have places.
    let text = "[\(JSONWriter.quoted(target))\(fields.map { ", \($0)" } ?? "")]"
    let source = SourceText(path: "request", text: text)
    let result = JSONReader.read(source)
    guard case .array(let parts)? = result.valid?.content, let named = parts.first else {
      return .unreadable(result.diagnostics)
    }
    let decoding = NodeDecoding(source)
    let reader = CaseOperationReader(decoding: decoding, database: database)
    let operation = reader.operation(word, target: named, fields: parts.count > 1 ? parts[1] : nil)
    guard let operation, !decoding.hasErrors else { return .unreadable(decoding.diagnostics) }
    return .request(
      RequestFile(operation: operation, actor: actor, time: .ofRequests, database: database),
      notes: decoding.diagnostics)
  }
}
