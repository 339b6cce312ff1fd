import FirebreakTestSupport
import FirestoreModel
import QueryModel

enum QueryText {
  static let database = DatabaseName(project: "p")

  static func query(_ text: String) throws -> Query {
    guard case .query(let query) = try QueryStatement(parsing: text, database: database) else {
      throw SpecError("`\(text)` is not a query")
    }
    return query
  }
}
