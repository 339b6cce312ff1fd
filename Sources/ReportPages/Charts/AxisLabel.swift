/// What stands beside a line of the grid: `0`, `500`, `20 k`, `1.5 M`.
package enum AxisLabel {
  package static func text(_ value: Double) -> String {
    let units: [(Double, String)] = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]
    guard let (size, unit) = units.first(where: { value >= $0.0 }) else { return Drawing.number(value, places: 2) }
    return "\(Drawing.number(value / size, places: 2)) \(unit)"
  }
}
