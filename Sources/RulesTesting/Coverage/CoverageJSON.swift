import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import QueryModel
package import StructuredText

// The shape of the official emulator's `ruleCoverage`, which existing viewers read, with figures beside it.

extension CoverageSummary {
  package var members: [JSONValue.Member] {
    let files = reports.map { report in
      JSONValue.object([
        .init("name", .string(report.source.path)),
        .init("content", .string(String(decoding: report.source.bytes, as: UTF8.self))),
      ])
    }
    return [
      .init("rules", .object([.init("files", .array(files))])),
      .init("report", .array(reports.flatMap(\.nodes))),
      .init("expressions", expressions.json), .init("summary", .array(reports.map(\.summary))),
    ]
  }
}

extension CoverageReport.Share {
  fileprivate var json: JSONValue {
    ["covered": .integer(Int64(covered)), "total": .integer(Int64(total))]
  }
}

extension CoverageReport {
  fileprivate var nodes: [JSONValue] {
    let writer = CoverageNodeWriter(source)
    return roots.map(writer.json)
  }

  fileprivate var summary: JSONValue {
    let lines = LineTable(source)
    let statements = statements.map { statement in
      let totals = statement.coverage.totals
      return JSONValue.object([
        .init("line", .integer(Int64(lines.position(of: statement.span.start).line))),
        .init("allowed", .integer(Int64(totals.allowed))), .init("denied", .integer(Int64(totals.denied))),
        .init("errors", .integer(Int64(totals.errors))),
      ])
    }
    return .object([
      .init("file", .string(source.path)), .init("statements", statementShare.json),
      .init("expressions", expressionShare.json), .init("conditions", conditionShare.json),
      .init("allows", .array(statements)),
    ])
  }
}

private struct CoverageNodeWriter {
  private let source: SourceText
  private let lines: LineTable

  init(_ source: SourceText) {
    self.source = source
    lines = LineTable(source)
  }

  /// `values` is absent, not empty, where nothing was evaluated: tools rely on it.
  func json(_ node: CoverageReport.Node) -> JSONValue {
    var members: [JSONValue.Member] = [.init("sourcePosition", position(node.span))]
    if node.isEvaluated {
      let values = node.values.map { value in
        JSONValue.object([
          .init("value", json(value.value, node.span)), .init("count", .integer(Int64(value.count))),
        ])
      }
      members.append(.init("values", .array(values)))
    }
    if !node.children.isEmpty { members.append(.init("children", .array(node.children.map(json)))) }
    return .object(members)
  }

  private func position(_ span: Span) -> JSONValue {
    let start = lines.position(of: span.start)
    return .object([
      .init("fileName", .string(source.path)), .init("line", .integer(Int64(start.line))),
      .init("column", .integer(Int64(start.column))), .init("currentOffset", .integer(Int64(span.start))),
      .init("endOffset", .integer(Int64(span.end))),
    ])
  }

  /// A typed value; what an error is called has been seen in reports only.
  private func json(_ value: CoveredValue, _ span: Span) -> JSONValue {
    switch value {
    case .null: ["nullValue": nil]
    case .boolean(let value): ["boolValue": .boolean(value)]
    case .integer(let value): ["intValue": .string(String(value))]
    case .float(let value): ["floatValue": JSONValue.double(value) ?? .string("\(value)")]
    case .string(let value): ["stringValue": .string(value.string)]
    case .timestamp(let value):
      ["timestampValue": .string(RuleValue.timestamp(value).text)]
    case .duration(let value):
      ["durationValue": ["seconds": .integer(value.seconds), "nanos": .integer(Int64(value.nanoseconds))]]
    case .path(let path):
      ["pathValue": ["segments": .array(path.segments.map { ["simple": .string($0.string)] })]]
    case .bytes(let bytes): ["bytesValue": .string(Base64.encode(bytes))]
    case .geoPoint(let point):
      [
        "latlngValue": [
          "latitude": JSONValue.double(point.latitude) ?? .null,
          "longitude": JSONValue.double(point.longitude) ?? .null,
        ]
      ]
    case .list(let elements): ["listValue": json(elements, span)]
    case .set(let elements): ["setValue": json(elements, span)]
    case .map(let map):
      [
        "mapValue": .object(
          [.init("fields", .object(map.fields.map { .init($0.name.string, json($0.value, span)) }))]
            + omission(map.omitted))
      ]
    case .mapDiff(let diff):
      [
        "mapDiffValue": [
          "addedKeys": names(diff.added), "removedKeys": names(diff.removed), "changedKeys": names(diff.changed),
          "unchangedKeys": names(diff.unchanged),
        ]
      ]
    case .other(let type): [Self.word(of: type): [:]]
    case .undefined(let error):
      ["undefined": ["causeMessage": .string(error.message), "sourcePosition": position(span)]]
    }
  }

  private func json(_ elements: CoveredValue.Elements, _ span: Span) -> JSONValue {
    .object([.init("values", .array(elements.values.map { json($0, span) }))] + omission(elements.omitted))
  }

  /// How much of a long value is left out; nothing of a short one.
  private func omission(_ count: Int) -> [JSONValue.Member] {
    count > 0 ? [.init("omitted", .integer(Int64(count)))] : []
  }

  private func names(_ keys: [Text]) -> JSONValue { .array(keys.map { .string($0.string) }) }

  private static func word(of type: RuleType) -> String {
    switch type {
    case .list: "listValue"
    case .map: "mapValue"
    case .set: "setValue"
    case .bytes: "bytesValue"
    case .geoPoint: "latlngValue"
    case .mapDiff: "mapDiffValue"
    case .null, .boolean, .integer, .float, .string, .timestamp, .duration, .path: "\(type.rawValue)Value"
    }
  }
}
