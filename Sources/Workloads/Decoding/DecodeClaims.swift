import Diagnostics
import StructuredText

extension WorkloadDecoder {
  /// `claims:` with the names of the assertions.
  mutating func claims(_ node: Node, names: AssertionNames) -> [Claim] {
    var seen: Set<String> = []
    return list(node, expected: "a list of claims").compactMap { node in
      let claim =
        mapping(node, expected: "a claim, a mapping with `id` and `quote`") { decoder, reader in
          decoder.claim(&reader, names)
        } ?? nil
      if let claim, !seen.insert(claim.id).inserted {
        report(WorkloadProblem(.duplicateKey, "there are two claims \(QuotedText.of(claim.id))", span: claim.span))
      }
      return claim
    }
  }

  private mutating func claim(_ reader: inout ObjectReader, _ names: AssertionNames) -> Claim? {
    let id = reader.take("id").flatMap { text($0, expected: "the claim's id") }
    let quote = reader.take("quote").flatMap { text($0, expected: "the document's words") }
    let place = reader.take("place").flatMap { text($0, expected: "a place of the document, such as `\"7.2\"`") }
    let note = reader.take("note").flatMap { text($0, expected: "a text") }
    let verdictNode = reader.take("verdict")
    let verdict = verdictNode.flatMap { word($0, ClaimVerdict.self) }
    let claimed = reader.take("claimed").flatMap { figure($0, names) }
    let (least, most) = (
      reader.take("atLeast").flatMap { figure($0, names) }, reader.take("atMost").flatMap { figure($0, names) }
    )
    let theirs = reader.take("theirs").flatMap { figure($0, names) }
    let list = reader.take("list").flatMap { figure($0, names) }
    guard let id else {
      missing("id", in: reader.span)
      return nil
    }
    guard let quote else {
      missing("quote", in: reader.span)
      return nil
    }
    let expected: Claim.Expected
    if let claimed {
      if least != nil || most != nil {
        report(
          WorkloadProblem(.wrongType, "a claim is one figure or has bounds, not both", span: claimed.span))
      }
      expected = .exactly(claimed)
    } else {
      expected = least == nil && most == nil ? .nothing : .between(least, most)
    }
    if let verdictNode, expected != .nothing, theirs != nil || list != nil {
      report(
        WorkloadProblem(.wrongType, "the verdict of a claim with figures comes out of the run", span: verdictNode.span))
    }
    return Claim(
      id: id.text, place: place?.text ?? "", quote: quote.text, expected: expected, theirs: theirs, list: list,
      verdict: verdict, note: note?.text, span: reader.span)
  }

  /// An amount as written, or an expression of figures.
  private mutating func figure(_ node: Node, _ names: AssertionNames) -> FigureExpression? {
    let line: String
    switch node.content {
    case .string(let text), .number(let text): line = text
    case .null, .boolean, .array, .object:
      wrongType(node, expected: "a figure such as `1080 USD`, `95%` or `cost(before).reads.month`")
      return nil
    }
    let scalar = scalar(line, at: node)
    do throws(LineError) {
      return try AssertionParser.parseFigure(scalar, names: names)
    } catch {
      report(WorkloadProblem(error, in: scalar))
      return nil
    }
  }
}
