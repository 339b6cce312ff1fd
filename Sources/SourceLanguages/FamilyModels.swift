package import SourceEvaluation
package import SourceTokens
import Synchronization

/// The models of a family of languages as they were read, and the names that they have.
package struct FamilyModels: Sendable {
  package let tables: ModelTables
  package let names: NameTable

  private static let known = Mutex<[SourceLanguage.Family: FamilyModels]>([:])

  /// The models of a family; nil where it is not read. They are the same for all sources: read once.
  package static func of(_ family: SourceLanguage.Family) -> FamilyModels? {
    if let known = known.withLock({ $0[family] }) { return known }
    var names = NameTable()
    guard let rows = EvaluatedLanguage.models(of: family), let tables = try? ModelTables(rows, &names) else {
      return nil
    }
    let models = FamilyModels(tables: tables, names: names)
    known.withLock { $0[family] = models }
    return models
  }
}
