import DocumentStore
import FirestoreModel
import QueryModel
import QueryPlanner

/// A plan with its operands turned into key ranges: the same at every version of the database.
final class CompiledPlan: Sendable {
  let plan: QueryPlan
  let missingIndexes: [MissingIndex]
  let space: NameSpace
  private let disjuncts: [CompiledDisjunct]

  init(_ plan: QueryPlan, _ missingIndexes: [MissingIndex], database: DatabaseName) throws(FirestoreError) {
    self.plan = plan
    self.missingIndexes = missingIndexes
    do throws(UnboundOperandError) {
      let space = try NameSpace(plan.query.source, database: database)
      self.space = space
      disjuncts = try plan.disjuncts.map { disjunct throws(UnboundOperandError) in
        try DisjunctCompiler(plan: plan, disjunct: disjunct, space: space).compile()
      }
    } catch {
      throw Self.unbound
    }
  }

  /// With the ranges of documents that the query names.
  func disjuncts(in snapshot: Snapshot) throws(FirestoreError) -> [CompiledDisjunct] {
    do throws(UnboundOperandError) {
      return try zip(disjuncts, plan.disjuncts).map { disjunct, planned throws(UnboundOperandError) in
        try disjunct.pinned(by: planned.conjunction, in: snapshot)
      }
    } catch {
      throw Self.unbound
    }
  }

  /// Only shapes have unknown operands, and shapes are planned, never run.
  private static let unbound = FirestoreError(.internal, "the query has operands that are not known")
}
