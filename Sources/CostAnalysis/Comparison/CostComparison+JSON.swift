import Diagnostics
import Metering
package import StructuredText

extension CostComparison {
  /// The version of the document's form; it grows when a key changes its meaning.
  static let schema: Int64 = 1

  /// What stands between `outcome` and `findings`. Reads are those of a month; unknown is `null`, never 0. Money that is
  /// not known whole is `null`, too, and `atLeast` has what is known of it.
  package var members: [JSONValue.Member] {
    [
      .init("schema", .integer(Self.schema)), .init("operations", .array(rows.map { $0.json(currency) })),
      .init(
        "total",
        .object([
          .init("base", Self.number(reads.base)), .init("head", Self.number(reads.head)),
          .init("change", Self.number(reads.difference)), .init("unknown", .integer(Int64(unknownCount))),
          .init("monthlyCost", Self.sides(cost, currency)),
          .init("monthlyCostChange", Self.money(cost.difference, currency)),
          .init("bill", Self.sides(bill, currency)), .init("billChange", Self.money(bill.difference, currency)),
          .init(
            "atLeast",
            .object([
              .init("monthlyCost", Self.sides(cost, currency, atLeast: true)),
              .init("monthlyCostChange", Self.money(cost.atLeast, currency)),
              .init("bill", Self.sides(bill, currency, atLeast: true)),
              .init("billChange", Self.money(bill.atLeast, currency)),
            ])),
          .init("unpriced", .array(unpriced.map { .string($0.rawValue) })),
        ])),
      .init("weighted", .boolean(isWeighted)),
    ]
  }

  fileprivate static func number(_ amount: Rational?) -> JSONValue { amount.map { .number($0.description) } ?? .null }

  fileprivate static func money(_ amount: Rational?, _ currency: String?) -> JSONValue {
    guard let amount, let currency else { return .null }
    return .object([.init("amount", .number(amount.description)), .init("currency", .string(currency))])
  }

  fileprivate static func money(_ cost: KnownCost?, _ currency: String?, atLeast: Bool = false) -> JSONValue {
    money(cost.flatMap { $0.isWhole || atLeast ? $0.amount : nil }, currency)
  }

  private static func sides(_ change: CostChange, _ currency: String?, atLeast: Bool = false) -> JSONValue {
    .object([
      .init("base", money(change.base, currency, atLeast: atLeast)),
      .init("head", money(change.head, currency, atLeast: atLeast)),
    ])
  }
}

extension CostComparison.Row {
  fileprivate func json(_ currency: String?) -> JSONValue {
    func side(_ path: KeyPath<Change<Rational>, Rational?>, _ cost: KnownCost?) -> JSONValue {
      .object([
        .init("reads", CostComparison.number(monthlyReads[keyPath: path])),
        .init("readsPerCall", CostComparison.number(readsPerCall[keyPath: path])),
        .init("callsPerMonth", CostComparison.number(callsPerMonth[keyPath: path])),
        .init("monthlyCost", CostComparison.money(cost, currency)),
      ])
    }
    return .object([
      .init("name", .string(name)), .init("workload", workload.isEmpty ? .null : .string(workload)),
      .init("step", .string(step)), .init("base", side(\.base, monthlyCost.base)),
      .init("head", side(\.head, monthlyCost.head)),
      .init("change", CostComparison.number(monthlyReads.difference)),
      .init("monthlyCostChange", CostComparison.money(monthlyCost.difference, currency)),
      .init("causes", .array(causes.map(JSONValue.string))), .init("source", place.isEmpty ? .null : .string(place)),
    ])
  }
}
