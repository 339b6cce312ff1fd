package import Diagnostics

extension JSONValue {
  /// The array `findings` of every JSON output: `code`, `name`, `severity`, `message`, `file`, `line`, `column`, `help`
  /// of each, in the order of the list. Line and column count from 1, columns in characters. What a finding lacks is null.
  ///
  /// Only where there is something to say: `notes`; `missingIndex`, the entry that the index file lacks; `related`,
  /// other places, and `flow`, the places that lead to the finding.
  package static func findings(_ list: FindingList) -> JSONValue {
    var positions = SourcePositions()
    return .array(
      list.diagnostics.map { diagnostic in
        var members: [JSONValue.Member] = [
          .init("code", .string(diagnostic.code.id)),
          .init("name", .string(diagnostic.code.name)),
          .init("severity", .string(diagnostic.severity.rawValue)),
          .init("message", .string(diagnostic.message)),
        ]
        members += place(diagnostic.location, &positions)
        members.append(.init("help", diagnostic.help.map(JSONValue.string) ?? .null))
        let notes = diagnostic.notes.map(JSONValue.string)
        if !notes.isEmpty { members.append(.init("notes", .array(notes))) }
        if let needs = diagnostic.needs { members.append(.init("missingIndex", definition(needs))) }
        members += places("related", diagnostic.related, &positions)
        members += places("flow", diagnostic.flow, &positions)
        return .object(members)
      })
  }

  private static func definition(_ needs: NeededDefinition) -> JSONValue {
    let source = SourceText(path: needs.file, text: needs.json)
    return JSONReader.read(source).node.map(JSONValue.init) ?? .string(needs.json)
  }

  private static func places(
    _ key: String, _ places: [RelatedLocation], _ positions: inout SourcePositions
  ) -> [JSONValue.Member] {
    var values: [JSONValue] = []
    for other in places {
      values.append(.object([.init("message", .string(other.message))] + place(other.location, &positions)))
    }
    return values.isEmpty ? [] : [.init(key, .array(values))]
  }

  private static func place(_ location: SourceLocation?, _ positions: inout SourcePositions) -> [JSONValue.Member] {
    let start = location.map { positions.range($0).start }
    return [
      .init("file", location.map { .string($0.source.path) } ?? .null),
      .init("line", start.map { .integer(Int64($0.line)) } ?? .null),
      .init("column", start.map { .integer(Int64($0.column)) } ?? .null),
    ]
  }
}
