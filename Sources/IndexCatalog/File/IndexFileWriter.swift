import FirestoreModel


/// Writes `firestore.indexes.json`: the text of single objects and of whole files.
package struct IndexFileWriter: Sendable {
  /// How the parts of an object are set apart.
  enum Layout: Hashable, Sendable {
    /// One line per value; nested lines start with the base indentation and the unit once per level.
    case lines(base: String, unit: String, newline: String)
    /// `{ "a": 1, "b": 2 }`
    case singleLine
  }

  let layout: Layout

  init(_ layout: Layout) { self.layout = layout }

  /// The layout of the CLI: two blanks per level.
  package init() { layout = .lines(base: "", unit: "  ", newline: "\n") }

  /// A complete file in the order and form of `firebase firestore:indexes`, with a final line break.
  package func text(of catalog: IndexCatalog) -> String {
    let file = JSONItem.object([
      ("indexes", .array(catalog.composites.sorted(by: IndexDefinition.precedesInExport).map(JSONItem.init))),
      ("fieldOverrides", .array(catalog.overrides.sorted(by: FieldOverride.precedesInExport).map(JSONItem.init))),
    ])
    return file.text(layout) + "\n"
  }

  /// One object of `indexes`, without the `__name__` that is added by itself.
  package func text(of definition: IndexDefinition) -> String { JSONItem(definition).text(layout) }

  /// One object of `fieldOverrides`.
  package func text(of override: FieldOverride) -> String { JSONItem(override).text(layout) }
}

/// JSON with ordered keys, as far as index files need it.
enum JSONItem {
  case string(String)
  case number(Int)
  case boolean(Bool)
  case array([JSONItem])
  case object([(key: String, value: JSONItem)])

  init(_ definition: IndexDefinition) {
    self = .object([
      ("collectionGroup", .string(definition.collectionGroup.string)),
      ("queryScope", .string(definition.scope.rawValue)),
      ("fields", .array(definition.writtenFields.map(JSONItem.init))),
    ])
  }

  init(_ override: FieldOverride) {
    var members: [(String, JSONItem)] = [
      ("collectionGroup", .string(override.collectionGroup.string)), ("fieldPath", .string(override.target.text)),
    ]
    if let ttl = override.ttl { members.append(("ttl", .boolean(ttl))) }
    let entries = override.entries.map { entry in
      JSONItem.object([entry.mode.member, ("queryScope", .string(entry.scope.rawValue))])
    }
    self = .object(members + [("indexes", .array(entries))])
  }

  private init(_ field: IndexField) {
    self = .object([("fieldPath", .string(field.path.description)), field.mode.member])
  }

  func text(_ layout: IndexFileWriter.Layout) -> String {
    switch self {
    case .string(let text): CompactJSON.quoted(text)
    case .number(let number): String(number)
    case .boolean(let value): value ? "true" : "false"
    case .array(let items): JSONItem.enclosed(items.map { $0.text(layout.nested) }, "[", "]", layout, padded: false)
    case .object(let members):
      JSONItem.enclosed(
        members.map { "\(CompactJSON.quoted($0.key)): \($0.value.text(layout.nested))" }, "{", "}", layout, padded: true)
    }
  }

  private static func enclosed(
    _ parts: [String], _ open: String, _ close: String, _ layout: IndexFileWriter.Layout, padded: Bool
  ) -> String {
    if parts.isEmpty { return open + close }
    switch layout {
    case .singleLine:
      let padding = padded ? " " : ""
      return open + padding + parts.joined(separator: ", ") + padding + close
    case .lines(let base, let unit, let newline):
      let inner = parts.joined(separator: ",\(newline)\(base)\(unit)")
      return "\(open)\(newline)\(base)\(unit)\(inner)\(newline)\(base)\(close)"
    }
  }
}

extension IndexFileWriter.Layout {
  var nested: IndexFileWriter.Layout {
    switch self {
    case .singleLine: self
    case .lines(let base, let unit, let newline): .lines(base: base + unit, unit: unit, newline: newline)
    }
  }
}

extension IndexMode {
  /// The key and the value that say this mode.
  fileprivate var member: (key: String, value: JSONItem) {
    switch self {
    case .ascending: ("order", .string("ASCENDING"))
    case .descending: ("order", .string("DESCENDING"))
    case .contains: ("arrayConfig", .string("CONTAINS"))
    case .vector(let dimension):
      ("vectorConfig", .object([("dimension", .number(dimension)), ("flat", .object([]))]))
    }
  }
}
