package import Diagnostics

extension JSONValue {
  /// The array `findings` of every JSON output: `code`, `name`, `severity`, `message`, `file`, `line`, `column`, `help`
  /// of each, in the order of the list. Line and column count from 1, columns in characters. What a finding lacks is null;
  /// `notes` stands only where there are any.
  package static func findings(_ list: FindingList) -> JSONValue {
    var tables: [String: (source: SourceText, lines: LineTable)] = [:]
    return .array(
      list.diagnostics.map { diagnostic in
        var position: SourcePosition?
        if let location = diagnostic.location {
          let path = location.source.path
          if tables[path]?.source != location.source { tables[path] = (location.source, LineTable(location.source)) }
          position = tables[path]?.lines.position(of: location.span.start)
        }
        let members: [JSONValue.Member] = [
          .init("code", .string(diagnostic.code.id)),
          .init("name", .string(diagnostic.code.name)),
          .init("severity", .string(diagnostic.severity.rawValue)),
          .init("message", .string(diagnostic.message)),
          .init("file", diagnostic.location.map { .string($0.source.path) } ?? .null),
          .init("line", position.map { .integer(Int64($0.line)) } ?? .null),
          .init("column", position.map { .integer(Int64($0.column)) } ?? .null),
          .init("help", diagnostic.help.map(JSONValue.string) ?? .null),
        ]
        let notes = diagnostic.code.isOfProof ? diagnostic.notes.map(JSONValue.string) : []
        return .object(members + (notes.isEmpty ? [] : [.init("notes", .array(notes))]))
      })
  }
}
