package import RulesLanguage

/// A place where an expression looks at the data of a document of the request.
package struct DataReference: Sendable {
  /// Whose data.
  package enum Root: Hashable, Sendable {
    /// `resource.data`
    case stored
    /// `request.resource.data`
    case new
  }

  /// How it is looked at.
  package enum Use: Hashable, Sendable {
    /// `data.field`, `data['field']`: an error when the field is missing.
    case value
    /// `data.get('field', default)`: no error when the field is missing.
    case valueOrDefault
    /// `'field' in data`
    case presence
    /// The map as a whole: `data.keys()`, `data.diff(…)`, `data == …`.
    case whole
  }

  package var root: Root
  /// Field and, below maps, its fields; empty for the whole data.
  package var field: [String]
  package var use: Use
  package var expression: Expression

  package init(root: Root, field: [String], use: Use, expression: Expression) {
    self.root = root
    self.field = field
    self.use = use
    self.expression = expression
  }
}

extension Expression {
  /// The field when the expression is `resource.data.field`, `request.resource.data.field`, also with `['field']` and
  /// `.get('field', default)`; an empty field for the data as a whole.
  package var asDataField: (root: DataReference.Root, field: [String])? {
    if let names = asMemberChain { return Self.dataField(names) }
    guard case .method(let receiver, let name, let arguments) = unparenthesized.kind, name.text == "get",
      let key = arguments.first?.fieldKey, let base = receiver.asDataField
    else { return nil }
    return (base.root, base.field + key)
  }

  /// Every look at the data of the stored and of the new document, in source order.
  package var dataReferences: [DataReference] {
    var found: [DataReference] = []
    var pending = [self]
    while let next = pending.popLast() {
      if let reference = next.dataReference {
        found.append(reference)
        // The default of `get` and the operands of `in` may look at other fields.
        if case .method(_, _, let arguments) = next.kind { pending.append(contentsOf: arguments.reversed()) }
      } else {
        pending.append(contentsOf: next.children.reversed())
      }
    }
    return found
  }

  private var dataReference: DataReference? {
    if case .binary(.in, let key, let container) = kind {
      guard case .string(let name) = key.unparenthesized.kind, let base = container.asDataField else { return nil }
      return DataReference(root: base.root, field: base.field + [name], use: .presence, expression: self)
    }
    guard let found = asDataField else { return nil }
    let use: DataReference.Use
    if found.field.isEmpty { use = .whole } else if asMemberChain == nil { use = .valueOrDefault } else { use = .value }
    return DataReference(root: found.root, field: found.field, use: use, expression: self)
  }

  private static func dataField(_ names: [String]) -> (root: DataReference.Root, field: [String])? {
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
