import FirestoreModel
import QueryModel

extension [String] {
  /// The first few, and how many more there are.
  var shortList: String {
    let limit = 8
    if count <= limit { return joined(separator: ", ") }
    return prefix(limit).joined(separator: ", ") + " and \(count - limit) more"
  }
}
