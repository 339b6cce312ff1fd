import Terminal

/// `--only firestore,auth`, as scripts for the Firebase CLI have it.
struct ProductList {
  /// Whether the Realtime Database is named; nil without a list.
  var hasDatabase: Bool?
  /// Products that are asked for and that nobody serves here: their clients would talk to somebody else.
  var warnings: [String] = []

  init(_ list: String?) throws(UsageError) {
    guard let list else { return }
    // `firestore:` may be followed by a database or a target, as for a deploy.
    let names = list.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    let products = names.map { String($0.split(separator: ":").first ?? "") }
    guard products.contains("firestore") || products.contains("database") else {
      throw UsageError(
        "`--only \(list)` leaves nothing to start", help: "only `firestore` and `database` are emulated")
    }
    hasDatabase = products.contains("database")
    if !products.contains("firestore") {
      warnings.append("Firestore is served beside `--only \(list)`: the emulator's own endpoints are on its port")
    }
    for (name, product) in zip(names, products) where !["firestore", "database"].contains(product) {
      warnings.append("`\(name)` of `--only` is ignored: only `firestore` and `database` are emulated")
    }
  }
}
