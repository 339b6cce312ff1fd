package import FirestoreRulesEvaluator

/// A percentage as it is written, compared exactly.
package struct CoverageThreshold: Hashable, Sendable {
  package let text: String
  /// In thousandths of a percent.
  private let thousandths: Int

  /// Nil unless the text is a number from 0 to 100 with at most three decimals.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = (UInt8(ascii: "0")...UInt8(ascii: "9"))
    guard let whole = parts.first, (1...3).contains(whole.utf8.count), whole.utf8.allSatisfy(digits.contains),
      let number = Int(whole), number <= 100
    else { return nil }
    var fraction = 0
    if parts.count == 2 {
      guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(digits.contains),
        let value = Int(String(parts[1]) + String(repeating: "0", count: 3 - parts[1].utf8.count))
      else { return nil }
      fraction = value
    }
    guard number < 100 || fraction == 0 else { return nil }
    self.text = text
    thousandths = number * 1000 + fraction
  }

  package func isReached(by share: CoverageReport.Share) -> Bool {
    share.total == 0 || share.covered * 100_000 >= thousandths * share.total
  }
}
