import FirestoreModel

extension IndexMode {
  /// `ASC`, `DESC`, `CONTAINS`, `VECTOR<3>`: the short spelling of messages and reports.
  package var shortText: String {
    switch self {
    case .ascending: "ASC"
    case .descending: "DESC"
    case .contains: "CONTAINS"
    // Nothing has no dimension: it is not known.
    case .vector(0): "VECTOR<?>"
    case .vector(let dimension): "VECTOR<\(dimension)>"
    }
  }
}

extension IndexDefinition {
  /// `(status ASC, total DESC)`: the fields as one would write them.
  package var fieldsText: String { IndexDefinition.text(of: writtenFields) }

  /// `(status ASC, total DESC, __name__ DESC)`: the fields as the service keeps them.
  package var completeFieldsText: String { IndexDefinition.text(of: fields) }

  package static func text(of fields: [IndexField]) -> String {
    "(" + fields.map { "\($0.path.description) \($0.mode.shortText)" }.joined(separator: ", ") + ")"
  }
}

extension FieldOverride.Target {
  /// The `fieldPath` of the file: `*` unquoted for all fields.
  package var text: String {
    switch self {
    case .field(let path): path.description
    case .allFields: "*"
    }
  }
}
