import Diagnostics
import FirestoreModel
import StructuredText

// The small notations of price books: `0.06`, `100000`, `GiB-month`, `50000/day`, `1TiB`, `10GiB/month`, `20%`.

extension NodeDecoding {
  func price(_ node: Node) -> Rational? {
    guard let text = number(node, for: "price")?.text else { return nil }
    guard let amount = Rational(decimal: text), amount >= .zero else {
      report(
        .wrongType, "expected a price, found \(QuotedText.of(text))", at: node.span,
        help: "a decimal number from 0 with at most 18 digits, without exponent")
      return nil
    }
    return amount
  }

  func unit(_ node: Node, _ measure: PriceItem.Measure) -> PriceUnit? {
    let text: String
    switch node.content {
    case .number(let written), .string(let written): text = written
    case .null, .boolean, .array, .object:
      reportWrongType(expected: "a unit", for: "per", found: node)
      return nil
    }
    if let unit = PriceUnit(text), unit.measures(measure) { return unit }
    let expected =
      switch measure {
      case .operations: "a number of operations such as `100000`"
      case .data: "a unit of data such as `GiB`"
      case .dataTime: "data kept for a time, such as `GiB-month` or `GiB-hour`"
      }
    report(.wrongType, "expected \(expected) for `per`, found \(QuotedText.of(text))", at: node.span)
    return nil
  }

  func size(_ node: Node, for name: String) -> DataSize? {
    notation(node, for: name, "an amount of data such as `10GiB`") { DataSize($0) }
  }

  /// Free network bytes are counted by the month only.
  func monthlySize(_ node: Node, for name: String) -> DataSize? {
    notation(node, for: name, "an amount of data a month such as `10GiB/month`") { text in
      text.hasSuffix("/month") ? DataSize(String(text.dropLast(6))) : nil
    }
  }

  func allowance(_ node: Node, for name: String) -> FreeQuota.Allowance? {
    notation(node, for: name, "a number a day or month such as `50000/day`") { FreeQuota.Allowance($0) }
  }

  func date(_ node: Node, for name: String) -> CalendarDate? {
    notation(node, for: name, "a day such as `2026-11-21`") { CalendarDate(iso: $0) }
  }

  /// As a share of one.
  func percentage(_ node: Node, for name: String) -> Rational? {
    notation(node, for: name, "a percentage such as `20%`") { text in
      guard text.hasSuffix("%"), let percent = Rational(decimal: String(text.dropLast())) else { return nil }
      return percent < .zero || percent > Rational(100) ? nil : percent / Rational(100)
    }
  }

  private func notation<Value>(
    _ node: Node, for name: String, _ expected: String, _ parse: (String) -> Value?
  ) -> Value? {
    guard case .string(let text) = node.content else {
      reportWrongType(expected: expected, for: name, found: node)
      return nil
    }
    if let value = parse(text) { return value }
    report(.wrongType, "expected \(expected) for \(QuotedText.of(name)), found \(QuotedText.of(text))", at: node.span)
    return nil
  }
}
