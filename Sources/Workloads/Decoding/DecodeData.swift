import Diagnostics
import FirestoreModel
import StructuredText

extension WorkloadDecoder {
  mutating func data(_ node: Node) -> [DataEntry] {
    list(node, expected: "a list of documents").filter { !$0.isRealtimeData }.compactMap { dataEntry($0) }
  }

  mutating func realtimeData(_ node: Node) -> [RealtimeDataEntry] {
    guard case .array(let items) = node.content else { return [] }
    return items.filter(\.isRealtimeData).compactMap { realtimeDataEntry($0) }
  }

  private mutating func dataEntry(_ node: Node) -> DataEntry? {
    mapping(node, expected: "a mapping with `path`") { decoder, reader in
      let pathNode = reader.take("path")
      let loopNode = reader.take("for")
      let loops = loopNode.map { decoder.loops($0) } ?? []
      let count = reader.take("count").flatMap { decoder.quantity($0) }
      let fields = reader.take("fields").map { decoder.fields($0) } ?? []
      let retention = reader.take("retention").flatMap { decoder.quantity($0) }
      guard let pathNode else {
        decoder.missing("path", in: reader.span)
        return nil
      }
      guard let path = decoder.documentPath(pathNode) else { return nil }
      let isOfDocument = loops.count == (loopNode?.keys.count ?? 0) && (count != nil) == reader.has("count")
      if isOfDocument { decoder.checkDistinct(path, loops, count ?? .constant(1)) }
      decoder.checkVariables(path.segments + fields.flatMap(\.texts), given: loopNode?.keys ?? [])
      return DataEntry(
        path: path, loops: loops, count: count ?? .constant(1), fields: fields, retention: retention, span: reader.span)
    }
  }

  /// Documents of one path are one document: the others would be missing without a word.
  private mutating func checkDistinct(_ path: PathPattern, _ loops: [Loop], _ count: Quantity) {
    guard !path.segments.contains(where: \.isDrawn) else { return }
    if let loop = loops.first(where: { $0.values.areSeveral && !path.uses(variable: $0.variable) }) {
      report(
        WorkloadProblem(
          .wrongType, "all values of `\(QuotedText.singleLine(loop.variable))` give the same document", span: loop.span,
          help: "name it in the path, `{\(QuotedText.singleLine(loop.variable))}`, or give each a new id, `{auto}`"))
    } else if count.most.map({ $0 > 1 }) ?? true {
      let many = count.constant.map { Counted.text(Int(clamping: $0), "document") } ?? "documents"
      report(
        WorkloadProblem(
          .wrongType, "\(many) of `count` have one path, and are one document", span: path.span,
          help:
            "give each a new id, as in `\(QuotedText.singleLine(path.withNewID))`, or a number: `for: {n: 1..30}` and `{n}`"
        ))
    }
  }

  /// Before anything is played, only the loops of an entry have values, and the id of its document. What nothing declares
  /// is told elsewhere.
  private mutating func checkVariables(_ texts: [TextTemplate], given loops: [String]) {
    for text in texts {
      for case .expression(let expression) in text.parts {
        var unknown: [(String, Span)] = []
        expression.root.visit { node in
          if case .variable(let name) = node.kind, name != "id", !loops.contains(name) {
            unknown.append((name, node.span))
          }
        }
        for (name, span) in unknown where scope.variables.contains(name) {
          report(
            WorkloadProblem(
              .unknownWorkloadName, "`\(name)` has no value in `data`", span: span,
              help: "give it values beside the path, each with documents of its own: `for: {\(name): 1..10}`"))
        }
      }
    }
  }

  mutating func loops(_ node: Node) -> [Loop] {
    members(node, expected: "a mapping of loop variables").compactMap { member in
      loopValues(member.value).map { Loop(variable: member.key, values: $0, span: member.keySpan) }
    }
  }

  /// `1..$users`, or a list.
  private mutating func loopValues(_ node: Node) -> LoopValues? {
    switch node.content {
    case .array(let items):
      if items.isEmpty { wrongType(node, expected: "at least one value") }
      return .list(
        items.compactMap { item in
          guard let value = literal(resolved(item)).flatMap(ParameterValue.init(value:)) else {
            wrongType(item, expected: "a number or a text")
            return nil
          }
          return value
        })
    case .string(let text): return range(text, node)
    case .null, .boolean, .number, .object:
      wrongType(node, expected: "a range such as `1..100`, or a list")
      return nil
    }
  }

  private mutating func range(_ text: String, _ node: Node) -> LoopValues? {
    let bytes = Array(text.utf8)
    guard let dots = bytes.indices.dropLast().first(where: { bytes[$0] == 0x2E && bytes[$0 + 1] == 0x2E }) else {
      wrongType(node, expected: "a range such as `1..100`, or a list")
      return nil
    }
    let scalar = scalar(text, at: node)
    guard let first = bound(scalar.part(0..<dots)), let last = bound(scalar.part(dots + 2..<bytes.count)) else {
      return nil
    }
    // With a parameter, there may be none at some sizes.
    if first > last, !text.contains("$") {
      wrongType(node, expected: "a range that begins with the smaller number")
      return nil
    }
    return .range(first: first, last: last)
  }

  private mutating func bound(_ scalar: ScalarText) -> Int64? {
    if let value = Int64(scalar.text) { return value }
    guard let name = Self.parameterName(scalar.text) else {
      report(
        WorkloadProblem(
          .wrongType, "expected a whole number or a parameter, found \(QuotedText.of(scalar.text))", span: scalar.span))
      return nil
    }
    guard let value = scope.parameter(name) else {
      unknown(.parameter, name, among: scope.parameterNames, span: scalar.span)
      return nil
    }
    guard case .integer(let number) = value else {
      report(WorkloadProblem(.wrongType, "the parameter `\(name)` is not a whole number", span: scalar.span))
      return nil
    }
    return number
  }

}

extension TextTemplate {
  /// Whether it is another text each time.
  fileprivate var isDrawn: Bool {
    parts.contains { part in
      switch part {
      case .newID, .anyChild: true
      case .literal, .expression, .latestChild: false
      }
    }
  }
}

extension PathPattern {
  /// The same path with a new id for each document.
  fileprivate var withNewID: String {
    (segments.dropLast().map(\.sourceText) + ["{auto}"]).joined(separator: "/")
  }
}

extension LoopValues {
  fileprivate var areSeveral: Bool {
    switch self {
    case .range(let first, let last): first < last
    case .list(let values): values.count > 1
    }
  }
}

extension Node {
  fileprivate var isRealtimeData: Bool { keys.contains("rtdb") }
}

extension ParameterValue {
  /// Nil for values that no parameter has.
  init?(value: Value) {
    switch value {
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .text(text.string)
    case .null, .timestamp, .bytes, .reference, .geoPoint, .array, .vector, .map: return nil
    }
  }
}
