import Diagnostics
package import FirestoreModel

extension FieldAssignment {
  /// The names of the field, and every text in its value.
  package var texts: [TextTemplate] { path.segments.map { TextTemplate(fixed: $0.string) } + value.texts }
}

extension FieldValue {
  /// Every text in it that has to be filled in or is fixed, names of fields included.
  package var texts: [TextTemplate] {
    switch self {
    case .literal(let value): value.texts.map { TextTemplate(fixed: $0) }
    case .template(let template): [template]
    case .reference(let path): path.segments
    case .array(let element, _): element.texts
    case .list(let values): values.flatMap(\.texts)
    case .map(let assignments): assignments.flatMap(\.texts)
    case .converted(let value, _): value.texts
    case .transform(.arrayUnion(let values)), .transform(.arrayRemove(let values)): values.flatMap(\.texts)
    case .transform(.increment), .transform(.deleteField): []
    case .string, .bytes, .vector, .spread, .time, .serverTime, .drawn: []
    }
  }
}

extension Value {
  /// Every text in it, keys of maps included.
  package var texts: [String] {
    switch self {
    case .string(let text): [text.string]
    case .reference(let name): name.path.segments.map(\.string)
    case .array(let elements): elements.flatMap(\.texts)
    case .map(let map): map.fields.flatMap { [$0.name.string] + $0.value.texts }
    case .null, .boolean, .integer, .double, .timestamp, .bytes, .geoPoint, .vector: []
    }
  }
}

extension TextTemplate {
  package init(fixed text: String) { self.init(parts: [.literal(text)], span: Span(0, 0)) }
}
