import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// The shapes that conditions are made of.
extension Term {
  static let request = Term(.name("request"), span: .init(0, 0), site: .init(0, 0))

  /// `request.a.b` for `["a", "b"]`
  func isRequest(_ names: String...) -> Bool { memberNames == ["request"] + names }

  /// The names of a chain of members that begins at a name; nil for everything else.
  package var memberNames: [String]? {
    var names: [String] = []
    var current = self
    while true {
      switch current.kind {
      case .name(let name): return [name] + names.reversed()
      case .member(let base, let name):
        names.append(name)
        current = base
      default: return nil
      }
    }
  }

  var isResource: Bool { if case .name("resource") = kind { true } else { false } }
  var isNewResource: Bool { isRequest("resource") }
  /// `resource.data`
  var isStoredData: Bool { memberNames == ["resource", "data"] }
  /// `request.resource.data`
  var isNewData: Bool { memberNames == ["request", "resource", "data"] }
  /// The whole data of some document.
  var isData: Bool { isStoredData || isNewData || documentOfData != nil }

  /// P of `get(P).data` and `getAfter(P).data`.
  var documentOfData: Term? {
    guard case .member(let base, "data") = kind, case .access(let function, let path) = base.kind,
      function.returnsDocument
    else { return nil }
    return path
  }

  /// The user's id: `request.auth.uid`, or the claims that equal it.
  var isUserID: Bool {
    isRequest("auth", "uid") || isRequest("auth", "token", "sub") || isRequest("auth", "token", "user_id")
  }

  /// The claim of `request.auth.token.claim`, also with a default.
  var claim: String? {
    if case .memberOrDefault(let base, let path, _) = kind, base.isRequest("auth", "token") { return path.first }
    guard let names = memberNames, names.count == 4, names.starts(with: ["request", "auth", "token"]) else {
      return nil
    }
    return names[3]
  }

  var stringValue: String? { if case .string(let value) = kind { value } else { nil } }
  var isNull: Bool { if case .null = kind { true } else { false } }

  /// The literal texts of a list; nil when it is none or has other elements.
  var stringList: [String]? {
    switch kind {
    case .list(let elements):
      let texts = elements.compactMap(\.stringValue)
      return texts.count == elements.count ? texts : nil
    case .method(let receiver, "concat", let arguments) where arguments.count == 1:
      guard let first = receiver.stringList, let second = arguments[0].stringList else { return nil }
      return first + second
    case .method(let receiver, "toSet", let arguments) where arguments.isEmpty: return receiver.stringList
    default: return nil
    }
  }

  /// A field with the data it is of; a longer path is a field of a map.
  struct Field: Hashable {
    /// `resource.data`, `request.resource.data` or `get(P).data`.
    var data: Term
    var path: [String]
    var hasDefault = false

    var name: String { path.first ?? "" }
  }

  /// `data.a.b` and `data.get(['a', 'b'], default)`; nil for the data as a whole.
  var field: Field? {
    var path: [String] = []
    var hasDefault = false
    var current = self
    while true {
      if current.isData { return path.isEmpty ? nil : Field(data: current, path: path, hasDefault: hasDefault) }
      switch current.kind {
      case .member(let base, let name):
        path.insert(name, at: 0)
        current = base
      case .memberOrDefault(let base, let names, _):
        path.insert(contentsOf: names, at: 0)
        hasDefault = true
        current = base
      default: return nil
      }
    }
  }

  /// The field when it is one of `request.resource.data`.
  var newField: Field? { field.flatMap { $0.data.isNewData ? $0 : nil } }
  /// The field when it is one of `resource.data`.
  var storedField: Field? { field.flatMap { $0.data.isStoredData ? $0 : nil } }

  var mentionsNewData: Bool { contains { $0.isNewResource } }
  var mentionsStoredData: Bool { contains { $0.isResource } }
  var mentionsAuth: Bool { contains { $0.isRequest("auth") } }
  var mentionsAccess: Bool { contains { if case .access = $0.kind { true } else { false } } }
  var mentionsUserID: Bool { contains(where: \.isUserID) }

  /// Whether some part is not followed: then nothing must be taken for missing.
  var isPartlyOpaque: Bool { contains { if case .opaque = $0.kind { true } else { false } } }

  var isConstant: Bool {
    switch kind {
    case .null, .boolean, .integer, .float, .string, .bytes: true
    default: false
    }
  }

  /// Whether two constants are equal; nil where numbers of two kinds make it a matter of their values.
  func constantEquals(_ other: Term) -> Bool? {
    switch (kind, other.kind) {
    case (.integer, .float), (.float, .integer), (.float, .float): nil
    default: self == other
    }
  }

  /// For a term that compares a segment of the document's path with texts, such as `collection in ['a', 'b']`: whether it
  /// holds for one document. Nil for other terms.
  ///
  /// - Parameter segment: the text of a segment of that document; nil where it is not known.
  func holds(where segment: (Int) -> String?) -> Bool? {
    func text(_ term: Term) -> String? {
      guard case .capture(let variable) = term.kind, case .segment(let place) = variable.place else { return nil }
      return segment(place)
    }
    switch kind {
    case .not(let term): return term.holds(where: segment).map { !$0 }
    case .binary(.in, let value, let list):
      guard let value = text(value), let list = list.stringList else { return nil }
      return list.contains(value)
    case .binary(let comparison, let left, let right) where comparison == .equal || comparison == .notEqual:
      guard let value = text(left) ?? text(right), let other = left.stringValue ?? right.stringValue else { return nil }
      return (value == other) == (comparison == .equal)
    default: return nil
    }
  }

  /// The sides of `==`, the one that fits `test` first.
  func equated(where test: (Term) -> Bool) -> (matching: Term, other: Term)? {
    guard case .binary(.equal, let left, let right) = kind else { return nil }
    if test(left) { return (left, right) }
    if test(right) { return (right, left) }
    return nil
  }
}
