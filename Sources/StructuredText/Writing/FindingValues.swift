package import Diagnostics

extension JSONValue {
  /// The array `findings` of every JSON output: `code`, `name`, `severity`, `message`, `file`, `line`, `column`, `help`
  /// of each, in the order of the list. Line and column count from 1, columns in characters. What a finding lacks is null;
  /// `notes` stands only where there are any.
  /// `related` stands only where a finding names other places.
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
        let notes = diagnostic.code.isOfProof ? diagnostic.notes.map(JSONValue.string) : []
        if !notes.isEmpty { members.append(.init("notes", .array(notes))) }
        var related: [JSONValue] = []
        for other in diagnostic.related {
          related.append(.object([.init("message", .string(other.message))] + place(other.location, &positions)))
        }
        if !related.isEmpty { members.append(.init("related", .array(related))) }
        return .object(members)
      })
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
