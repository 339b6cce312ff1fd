import Terminal

/// `--only firestore,auth`, as scripts for the Firebase CLI have it.
enum ProductList {
  /// Products that are asked for and that nobody serves here are named: their clients would talk to somebody else.
  static func warnings(_ list: String?) throws(UsageError) -> [String] {
    guard let list else { return [] }
    // `firestore:` may be followed by a database or a target, as for a deploy.
    let names = list.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    let others = names.filter { $0.split(separator: ":").first != "firestore" }
    if others.count == names.count {
      throw UsageError(
        names.contains("database")
          ? "the Realtime Database (`--only \(list)`) is not available yet"
          : "`--only \(list)` leaves nothing to start",
        help: "only `firestore` is emulated", isUnsupported: names.contains("database"))
    }
    return others.map { name in
      name == "database"
        ? "FB8001 unsupported-feature: the Realtime Database is not available yet, so `database` of `--only` is ignored"
        : "`\(name)` of `--only` is ignored: only `firestore` is emulated"
    }
  }
}
