import Diagnostics
package import StructuredText

/// One entry of `variants:` as it is written.
package struct VariantText {
  package var name: String
  var span: Span
  package var patches: [NodePatch] = []
  var kind: VariantKind?
  var expectedFindings: [String] = []
}

extension WorkloadDecoder {
  package mutating func variants(_ node: Node) -> [VariantText] {
    let variants = members(node, expected: "a mapping of variants").map { variant($0) }
    if let baseline = variants.first, baseline.kind != nil {
      report(
        WorkloadProblem(
          .wrongType,
          "\(QuotedText.of(baseline.name)) is the baseline, the others are compared with it: it has no `kind`",
          span: baseline.span, help: "leave `kind` out, or put the variant that is to be compared with first"))
    }
    return variants
  }

  private mutating func variant(_ member: Node.Member) -> VariantText {
    let empty = VariantText(name: member.key, span: member.keySpan)
    if case .null = member.value.content { return empty }
    return mapping(member.value, expected: "a mapping with `kind`, `set`, `add` or `expect`") { decoder, reader in
      var variant = empty
      variant.kind = reader.take("kind").flatMap { decoder.word($0, VariantKind.self) }
      variant.patches = decoder.patches(reader.take("set"), .set) + decoder.patches(reader.take("add"), .add)
      variant.expectedFindings = reader.take("expect").flatMap { decoder.expectedFindings($0) } ?? []
      reader.know("about")
      return variant
    } ?? empty
  }

  private mutating func patches(_ node: Node?, _ operation: NodePatch.Operation) -> [NodePatch] {
    guard let node else { return [] }
    return members(node, expected: "a mapping of patch paths to values").map { member in
      NodePatch(operation: operation, path: member.key, pathSpan: member.keySpan, value: member.value)
    }
  }

  private mutating func expectedFindings(_ node: Node) -> [String]? {
    mapping(node, expected: "a mapping with `findings`") { decoder, reader in
      reader.take("findings").map { findings in
        decoder.list(findings, expected: "a list of codes").compactMap { decoder.findingCode($0) }
      }
    }
  }
}
