import FirestoreRulesLanguage

/// How fields of documents are used in a source, by the last name of their path: the only hint to what they hold.
struct FieldUse {
  /// Fields that are tested to be a text or a list, or used as one.
  private(set) var measured: Set<String> = []
  /// Fields that are tested to be a map, or whose own fields are read.
  private(set) var maps: Set<String> = []

  init(_ subject: LintSubject) {
    for node in subject.expressions.flatMap(\.descendants) {
      switch node.kind {
      case .typeTest(let value, let word):
        guard let field = value.asMemberChain?.last else { continue }
        if ["string", "list", "bytes"].contains(word.text) { measured.insert(field) }
        if word.text == "map" { maps.insert(field) }
      case .method(let receiver, let name, _):
        guard let field = receiver.asMemberChain?.last else { continue }
        if Self.ofTextsAndLists.contains(name.text) { measured.insert(field) }
        if ["keys", "values", "get", "diff"].contains(name.text) { maps.insert(field) }
      case .member(let base, let name):
        if !Self.lengths.contains(name.text), let field = base.asMemberChain?.last { maps.insert(field) }
      default: continue
      }
    }
  }

  static let lengths: Set<String> = ["length", "size"]
  private static let ofTextsAndLists: Set<String> = [
    "size", "matches", "lower", "upper", "trim", "split", "replace", "hasAll", "hasAny", "hasOnly", "concat", "join",
    "removeAll", "toSet",
  ]
}
