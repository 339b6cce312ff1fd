/// `1 index`, `2 indexes`
package enum Counted {
  package static func text(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
  }

  /// `1,234,567`
  package static func grouped(_ number: Int) -> String {
    var groups: [String] = []
    var rest = Substring(String(number.magnitude))
    while !rest.isEmpty {
      groups.insert(String(rest.suffix(3)), at: 0)
      rest = rest.dropLast(3)
    }
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
  }
}
