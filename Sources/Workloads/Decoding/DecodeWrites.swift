import Diagnostics
import StructuredText

extension WorkloadDecoder {
  private static let writeKeys = ["set", "update", "create", "delete"]

  /// Nil when the key is no writing action, or after a complaint.
  mutating func writeAction(_ key: String, _ reader: inout ObjectReader) -> StepAction? {
    switch key {
    case "set", "update", "create", "delete": return write(key, &reader).map(StepAction.write)
    case "batch":
      return reader.take("batch").map { node in
        let writes = list(node, expected: "a list of writes")
        if writes.isEmpty, case .array = node.content { wrongType(node, expected: "at least one write") }
        return .batch(writes.compactMap { writeItem($0) })
      }
    case "transaction": return reader.take("transaction").flatMap { transaction($0) }
    case "write": return reader.take("write").flatMap { outsideWrite($0) }.map(StepAction.outsideWrite)
    default: return nil
    }
  }

  /// `{set: path, fields: {…}}`, or with everything inside: `{set: {path, fields}}`.
  private mutating func write(_ key: String, _ reader: inout ObjectReader) -> WriteOperation? {
    guard let node = reader.take(key) else { return nil }
    guard case .object = node.content else { return write(key, path: node, &reader) }
    return mapping(node, expected: "a document's path") { decoder, inner in
      guard let path = inner.take("path") else {
        decoder.missing("path", in: inner.span)
        return nil
      }
      return decoder.write(key, path: path, &inner)
    }
  }

  private mutating func write(_ key: String, path node: Node, _ reader: inout ObjectReader) -> WriteOperation? {
    let merge = key == "set" ? reader.take("merge").map { boolean($0) } ?? false : false
    let result = reader.take("as").flatMap { text($0, expected: "a name") }
    let fields = key == "delete" ? [] : reader.take("fields").map { self.fields($0, asPaths: key == "update") } ?? []
    guard let path = documentPath(node) else { return nil }
    let kind: WriteOperation.Kind =
      switch key {
      case "update": .update
      case "create": .create
      case "delete": .delete
      default: .set(merge: merge)
      }
    return WriteOperation(kind: kind, path: path, fields: fields, result: result, span: reader.span)
  }

  private mutating func writeItem(_ node: Node) -> WriteOperation? {
    mapping(node, expected: "a write") { decoder, reader in
      guard let key = Self.writeKeys.first(where: reader.has) else {
        for key in Self.writeKeys { _ = reader.take(key) }
        if reader.rest.isEmpty { decoder.wrongType(node, expected: "`set`, `update`, `create` or `delete`") }
        return nil
      }
      return decoder.write(key, &reader)
    }
  }

  private mutating func transaction(_ node: Node) -> StepAction? {
    mapping(node, expected: "a mapping with `reads` and `writes`") { decoder, reader in
      let reads = reader.take("reads").map { decoder.list($0, expected: "a list of documents and queries") } ?? []
      let writes = reader.take("writes").map { decoder.list($0, expected: "a list of writes") } ?? []
      let conflicts = reader.take("conflicts").flatMap { decoder.probability($0) }
      return .transaction(
        TransactionStep(
          reads: reads.compactMap { decoder.transactionRead($0) }, writes: writes.compactMap { decoder.writeItem($0) },
          conflictProbability: conflicts ?? 0))
    }
  }

  /// What a transaction reads are no steps: nothing goes beside them.
  private mutating func transactionRead(_ node: Node) -> ReadTarget? {
    guard case .object(let members) = node.content,
      let action = members.first(where: { ["get", "query", "listen"].contains($0.key) })
    else { return readTarget(node) }
    let text = action.value.text ?? (action.key == "get" ? "users/u1" : "users where age > 5")
    wrongType(
      node, expected: "a path or a query",
      help: "a transaction reads no steps: write \(QuotedText.of("\"\(text)\"")) without `\(action.key)`")
    return nil
  }

  mutating func outsideWrite(_ node: Node) -> OutsideWrite? {
    mapping(node, expected: "a mapping with `path`") { decoder, reader in
      let pathNode = reader.take("path")
      let loops = reader.take("for").map { decoder.loops($0) } ?? []
      let count = reader.take("count").flatMap { decoder.quantity($0) }
      let spread = decoder.spread(&reader)
      let fields = reader.take("fields").map { decoder.fields($0) }
      let result = reader.take("as").flatMap { decoder.text($0, expected: "a name") }
      let isMetered = reader.take("metered").map { decoder.boolean($0) } ?? false
      let merges = reader.take("merge").map { decoder.boolean($0) } ?? false
      let deletes = reader.take("delete").map { decoder.boolean($0) } ?? false
      guard let pathNode else {
        decoder.missing("path", in: reader.span)
        return nil
      }
      guard let path = decoder.documentPath(pathNode) else { return nil }
      return OutsideWrite(
        kind: deletes ? .delete : .set(merge: merges), path: path, loops: loops, count: count ?? .constant(1),
        spread: spread, fields: fields, result: result, isMetered: isMetered, span: reader.span)
    }
  }
}
