package import FirestoreModel
import QueryModel

/// Values written in the one-line text form, for test data.
package enum Fields {
  /// `{a: 1, tags: ["x"]}`
  package static func map(_ text: String, database: DatabaseName) throws -> MapValue {
    guard case .map(let map) = try value(text, database: database) else { throw SpecError("\(text) is not a map") }
    return map
  }

  package static func value(_ text: String, database: DatabaseName) throws -> Value {
    let statement = try QueryStatement(parsing: "x where field == [\(text)]", database: database)
    guard case .query(let query) = statement, case .field(let filter)? = query.filter,
      case .value(.array(let values)) = filter.operand, values.count == 1
    else { throw SpecError("\(text) is not a value") }
    return values[0]
  }
}
