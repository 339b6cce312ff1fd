import Diagnostics
import Metering
package import StructuredText

extension CostComparison {
  /// What stands between `outcome` and `findings`. Reads are those of a month; unknown is `null`, never 0.
  package var members: [JSONValue.Member] {
    [
      .init("operations", .array(rows.map { $0.json(currency) })),
      .init(
        "total",
        .object([
          .init("base", Self.number(reads.base)), .init("head", Self.number(reads.head)),
          .init("change", Self.number(reads.difference)), .init("unknown", .integer(Int64(unknownCount))),
          .init("monthlyCost", Self.sides(cost, currency)),
          .init("monthlyCostChange", Self.money(cost.difference, currency)),
          .init("bill", Self.sides(bill, currency)), .init("billChange", Self.money(bill.difference, currency)),
        ])),
      .init("weighted", .boolean(isWeighted)),
    ]
  }

  fileprivate static func number(_ amount: Amount?) -> JSONValue { amount.map { .number($0.description) } ?? .null }

  fileprivate static func money(_ amount: Amount?, _ currency: String?) -> JSONValue {
    guard let amount, let currency else { return .null }
    return .object([.init("amount", .number(amount.description)), .init("currency", .string(currency))])
  }

  private static func sides(_ change: Change<Amount>, _ currency: String?) -> JSONValue {
    .object([.init("base", money(change.base, currency)), .init("head", money(change.head, currency))])
  }
}

extension CostComparison.Row {
  fileprivate func json(_ currency: String?) -> JSONValue {
    func side(_ path: KeyPath<Change<Amount>, Amount?>) -> JSONValue {
      .object([
        .init("reads", CostComparison.number(monthlyReads[keyPath: path])),
        .init("readsPerCall", CostComparison.number(readsPerCall[keyPath: path])),
        .init("callsPerMonth", CostComparison.number(callsPerMonth[keyPath: path])),
        .init("monthlyCost", CostComparison.money(monthlyCost[keyPath: path], currency)),
      ])
    }
    return .object([
      .init("name", .string(name)), .init("workload", workload.isEmpty ? .null : .string(workload)),
      .init("step", .string(step)), .init("base", side(\.base)), .init("head", side(\.head)),
      .init("change", CostComparison.number(monthlyReads.difference)),
      .init("monthlyCostChange", CostComparison.money(monthlyCost.difference, currency)),
      .init("causes", .array(causes.map(JSONValue.string))), .init("source", place.isEmpty ? .null : .string(place)),
    ])
  }
}
