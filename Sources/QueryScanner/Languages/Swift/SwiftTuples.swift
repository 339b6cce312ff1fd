import Diagnostics

/// `(field: "age", descending: true)`: with labels it is read as a record, whose members go by label or place.
enum SwiftTuples {
  static func read(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    let parts = parser.separated { parser in parser.isAt(",") ? nil : parser.grammar.argument(&parser) }
    if parts.count == 1 { return parts[0].value }
    guard parts.contains(where: { $0.label != nil }) else {
      return Expression(.list(parts.map(\.value)), parser.span(from: start))
    }
    let entries = parts.enumerated().map { place, part in
      RecordEntry(key: .name(part.label ?? "\(place)"), value: part.value)
    }
    return Expression(.record(entries), parser.span(from: start))
  }
}
