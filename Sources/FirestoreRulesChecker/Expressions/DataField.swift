package import FirestoreRulesLanguage

/// Which document of the request an expression looks at.
package enum DataRoot: Hashable, Sendable {
  /// `resource.data`
  case stored
  /// `request.resource.data`
  case new
}

extension Expression {
  /// The field when the expression is `resource.data.field`, `request.resource.data.field`, also with `['field']` and
  /// `.get('field', default)`; an empty field for the data as a whole.
  package var asDataField: (root: DataRoot, field: [String])? {
    if let names = asMemberChain { return Self.dataField(names) }
    guard case .method(let receiver, let name, let arguments) = unparenthesized.kind, name.text == "get",
      let key = arguments.first?.fieldKey, let base = receiver.asDataField
    else { return nil }
    return (base.root, base.field + key)
  }

  private static func dataField(_ names: [String]) -> (root: DataRoot, field: [String])? {
    if names.starts(with: ["request", "resource", "data"]) { return (.new, Array(names.dropFirst(3))) }
    if names.starts(with: ["resource", "data"]) { return (.stored, Array(names.dropFirst(2))) }
    return nil
  }

  /// The key that `get` takes: a text, or a list of texts that walks nested maps.
  private var fieldKey: [String]? {
    switch unparenthesized.kind {
    case .string(let name): [name]
    case .list(let elements):
      elements.reduce(into: Optional([])) { path, element in
        if case .string(let name) = element.unparenthesized.kind { path?.append(name) } else { path = nil }
      }
    default: nil
    }
  }
}
