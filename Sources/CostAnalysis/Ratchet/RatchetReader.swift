package import Diagnostics
import StructuredText

extension Ratchet {
  /// The form of the file that this version reads and writes.
  static let schema: Int64 = 1

  package static func read(_ source: SourceText) -> RatchetReading {
    let result = JSONReader.read(source, .comments)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    guard let root = result.valid else { return RatchetReading(ratchet: nil, diagnostics: decoding.diagnostics) }
    var reader = RatchetReader(decoding: decoding)
    reader.read(root)
    let ratchet = Ratchet(
      source: source, replacement: reader.replacement, records: reader.records, acceptances: reader.acceptances,
      root: root)
    return RatchetReading(ratchet: decoding.hasErrors ? nil : ratchet, diagnostics: decoding.diagnostics)
  }
}

private struct RatchetReader {
  let decoding: NodeDecoding
  var replacement: String?
  var records: [Ratchet.Record] = []
  var acceptances: [Ratchet.Acceptance] = []

  mutating func read(_ root: Node) {
    guard var object = ObjectReader(root, decoding, for: "the ratchet") else { return }
    _ = object.string("$schema")
    readSchema(object.member("schema", .required))
    if let flags = object.node("flags") { readFlags(flags) }
    for workload in object.members("reads", .required) ?? [] {
      for variant in decoding.members(workload.value, for: workload.key) ?? [] {
        for step in decoding.members(variant.value, for: variant.key) ?? [] {
          let key = OperationKey(workload: workload.key, variant: variant.key, step: step.key)
          guard let reads = reads(step.value, for: step.key) else { continue }
          records.append(Ratchet.Record(key: key, reads: reads, location: decoding.source.location(step.value.span)))
        }
      }
    }
    for node in object.array("accepted") ?? [] { readAcceptance(node) }
    object.finish()
  }

  private func readSchema(_ member: Node.Member?) {
    guard let member, let version = decoding.integer(member.value, for: "schema") else { return }
    guard version != Ratchet.schema else { return }
    decoding.report(
      .wrongType, "this version reads ratchets of the schema \(Ratchet.schema), not of \(version)",
      at: member.value.span,
      help: "use the version of Firebreak that wrote the file, or delete it and record anew")
  }

  private mutating func readFlags(_ node: Node) {
    guard let text = decoding.string(node, for: "flags") else { return }
    guard text.hasPrefix("--"), !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      return decoding.report(
        .wrongType, "expected flags such as `--days 1`, found \(QuotedText.of(text))", at: node.span,
        help: "delete the file and record anew")
    }
    replacement = text
  }

  private func reads(_ node: Node, for name: String) -> RecordedReads? {
    guard let number = decoding.number(node, for: name) else { return nil }
    if let reads = RecordedReads(decimal: number.text) { return reads }
    decoding.report(
      .wrongType,
      "expected reads of one call, a number from 0 with at most three decimals, found \(QuotedText.of(number.text))",
      at: node.span)
    return nil
  }

  private mutating func readAcceptance(_ node: Node) {
    guard var object = ObjectReader(node, decoding, for: "accepted") else { return }
    let workload = object.string("workload", .required)
    let variant = object.string("variant", .required)
    let step = object.string("step", .required)
    let from = object.node("from", .required).flatMap { reads($0, for: "from") }
    let to = object.node("to", .required).flatMap { reads($0, for: "to") }
    let reason = object.string("reason", .required)
    object.finish()
    if let reason, reason.allSatisfy(\.isWhitespace) {
      decoding.report(.wrongType, "a raise needs a reason, this one is empty", at: node.span)
    }
    guard let workload, let variant, let step, let from, let to, let reason else { return }
    acceptances.append(
      Ratchet.Acceptance(
        key: OperationKey(workload: workload, variant: variant, step: step), from: from, to: to, reason: reason))
  }
}
