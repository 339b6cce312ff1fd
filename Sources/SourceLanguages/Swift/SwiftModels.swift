/// What the SDKs and the libraries of Swift mean.
package enum SwiftModels {
  package static let text = firestore + realtime + authentication + library + interface + adapters + other

  /// The labels that `whereField` compares with.
  static let comparisons = [
    ("isEqualTo", "=="), ("isNotEqualTo", "!="), ("isLessThan", "<"), ("isLessThanOrEqualTo", "<="),
    ("isGreaterThan", ">"), ("isGreaterThanOrEqualTo", ">="), ("arrayContains", "array_contains"),
    ("arrayContainsAny", "array_contains_any"), ("in", "in"), ("notIn", "not-in"),
  ]

  /// A row for each comparison.
  static func compared(_ name: String, makes result: String) -> String {
    comparisons.map { label, sign in
      "  \(name)(field:field, =\(label):operand) -> \(result)filter(field, \"\(sign)\", \(label))\n"
    }.joined()
  }
}
