/// All prompts, in the order in which they are listed.
package enum ContextPrompts {
  package static let all = [cheapAndAllowed, reviewCost]

  package static func named(_ name: String) -> ContextPrompt? { all.first { $0.name == name } }

  private static let cheapAndAllowed = ContextPrompt(
    name: "make_query_cheap_and_allowed", title: "Make this query cheap and allowed",
    summary: "Change a query until its index is there, the rules allow it, and it reads no more than it shows.",
    blanks: [
      .init(name: "query", summary: "The query, in one line, or where it stands in the sources.", isRequired: true),
      .init(name: "as", summary: "Who asks: a uid, signed-in, anonymous or admin.", isRequired: false),
    ]
  ) { values in
    """
    Make this Firestore query cheap and allowed: \(values["query"] ?? "")

    1. Call explain_query with it, `as` \(values["as"] ?? "signed-in"). If it is named by its place, call list_requests first.
    2. If the rules deny it, add the constraint to the query that the reason names. Change the rules only when the query \
    asks for what its user is meant to see, and never wider than that.
    3. If an index is missing, call suggest_indexes and add what it adds for this query.
    4. If the estimate has no upper bound, add a limit, or a range that the screen needs.
    5. Change the source, then call check on the changed file, and repeat until nothing about this query is left.

    Say at the end what the query billed before and what it bills now, and what you are not sure of.
    """
  }

  private static let reviewCost = ContextPrompt(
    name: "review_cost_of_change", title: "Review what a change costs",
    summary: "Say what the changes since a revision do to the bill, and what would be cheaper.",
    blanks: [.init(name: "base", summary: "The git revision to compare with, such as main.", isRequired: true)]
  ) { values in
    """
    Review what the changes since \(values["base"] ?? "") cost.

    1. Call cost_of_diff with that base. Then call check.
    2. For every operation that reads more than before, find the change that caused it and say whether its user gets more \
    for it.
    3. For what costs more and shows no more, say what would be cheaper, and show it with run_workload.
    """
  }
}
