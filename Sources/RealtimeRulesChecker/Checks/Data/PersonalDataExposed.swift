// FB6030 personal-data-exposed warning
//
// means: Addresses or telephone numbers lie below a node that many can read. Grants cascade to them.
// why: A permission for a node is one for all that lies below it, including fields that are added later.
// example:
//   {"rules": {"users": {".read": "1️⃣auth != null"}}}
//   {"users": {"alice": {"name": "Alice", "email": "alice@example.com"}}}
// fix: Split the node: `profiles` for what others may see, `accounts/$uid` for what only the owner may.
// ignore: When the addresses are meant to be known to all users, as in a company.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Anybody, or every user, can read personal data such as addresses and telephone numbers.
enum PersonalDataExposed: RealtimeLint {
  static let codes: [DiagnosticCode] = [.personalDataExposed]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      location.conditions(.read).filter(\.isForAnyUser).compactMap { condition in
        let fields = fields(below: location, subject)
        guard !fields.isEmpty else { return nil }
        let who = condition.isAlwaysTrue ? "anybody" : "every user"
        return subject.finding(
          .personalDataExposed,
          "\(who) can read \(list(fields)), which \(fields.count == 1 ? "lies" : "lie") below `\(location.pattern)`",
          at: condition.span,
          notes: ["a permission for a node is one for everything below it"],
          help: "keep what others may see in a branch of its own, and the rest where only its owner reads")
      }
    }
  }

  /// `a`, `a and b`, `a, b and c`; at most eight are listed.
  private static func list(_ fields: [String]) -> String {
    let shown = fields.prefix(8).map { "`\($0)`" }
    if fields.count > shown.count { return "\(shown.joined(separator: ", ")) and \(fields.count - shown.count) more" }
    guard let last = shown.last, shown.count > 1 else { return shown.joined() }
    return "\(shown.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The fields with personal data: first those with rules, then those that are only in the given data, each name once.
  private static func fields(below location: RuleLocation, _ subject: RealtimeSubject) -> [String] {
    let declared = subject.subtree(of: location).filter { $0.keys.last?.literal.map(\.isPersonal) ?? false }
    var fields = declared.map(\.pattern)
    var names = Set(declared.compactMap { $0.keys.last?.literal })
    for (path, node) in subject.nodes(at: DataReference(.before, location.keys), limit: 8) {
      collect(node, at: path, depth: 6, &names, &fields)
    }
    return fields
  }

  private static func collect(
    _ node: RealtimeNode, at path: RealtimePath, depth: Int, _ names: inout Set<Text>, _ fields: inout [String]
  ) {
    guard depth > 0 else { return }
    for (key, child) in node.children.prefix(64) {
      if key.text.isPersonal, child.leaf != nil, names.insert(key.text).inserted {
        fields.append(path.child(key).description)
      }
      collect(child, at: path.child(key), depth: depth - 1, &names, &fields)
    }
  }
}

extension Text {
  fileprivate var isPersonal: Bool {
    let name = string.lowercased().filter { $0 != "_" && $0 != "-" }
    return [
      "email", "emailaddress", "mail", "phone", "phonenumber", "telephone", "mobile", "address", "street", "birthday",
      "birthdate", "dateofbirth", "ssn", "iban",
    ].contains(name)
  }
}
