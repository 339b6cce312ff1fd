import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Addresses and telephone numbers where everybody, or every user, can read them.
enum PersonalDataExposed: RealtimeLint {
  static let codes: [DiagnosticCode] = [.personalDataExposed]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      location.conditions(.read).filter(\.isForAnyUser).compactMap { condition in
        guard let field = field(below: location, subject) else { return nil }
        let who = condition.isAlways ? "anybody" : "every user"
        return subject.finding(
          .personalDataExposed, "\(who) can read `\(field)`, which lies below `\(location.pattern)`", at: condition.span,
          notes: ["a permission for a node is one for everything below it"],
          help: "keep what others may see in a branch of its own, and the rest where only its owner reads")
      }
    }
  }

  private static func field(below location: RuleLocation, _ subject: RealtimeSubject) -> String? {
    let declared = subject.subtree(of: location).first { $0.keys.last?.literal.map(\.isPersonal) ?? false }
    if let declared { return declared.pattern }
    for (path, node) in subject.nodes(at: Place(.before, location.keys), limit: 8) {
      if let found = search(node, depth: 6) { return path.appending(RealtimePath(found)).description }
    }
    return nil
  }

  private static func search(_ node: RealtimeNode, depth: Int) -> [RealtimeKey]? {
    guard depth > 0 else { return nil }
    for (key, child) in node.children.prefix(64) {
      if key.text.isPersonal, child.leaf != nil { return [key] }
      if let found = search(child, depth: depth - 1) { return [key] + found }
    }
    return nil
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
