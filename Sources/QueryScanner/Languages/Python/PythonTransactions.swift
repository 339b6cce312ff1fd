/// Functions that `@firestore.transactional` decorates take the transaction as their first parameter.
enum PythonTransactions {
  /// The type that the reader gives such a parameter; no class can be called so.
  static let parameterType = "@transactional"

  /// `firestore.transactional`, `firestore.async_transactional`, or imported alone.
  static func isDecorator(_ name: String) -> Bool {
    let last = name.split(separator: ".").last ?? ""
    return last == "transactional" || last == "async_transactional"
  }
}
