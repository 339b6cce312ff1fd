import SourceSemantics
import SourceSyntax
import SourceTokens

/// Steps of queries that are values of their own before a query takes them.
extension Evaluator {
  /// A constraint with the place of the call that makes it.
  mutating func placed(_ constraint: ValueID, _ origin: OriginID) -> ValueID {
    mapAlternatives(constraint) { evaluator, one in
      evaluator.arena.make(.placed, [one, evaluator.arena.unknown(.operation, origin)])
    }
  }

  /// The call that puts a constraint on a query, by the place that makes the constraint.
  package func refinement(of place: OriginID) -> OriginID? { refinements[place] }

  /// Where a constraint is made.
  package func place(ofConstraint value: ValueID) -> OriginID? {
    arena.construct(value) == .placed ? OriginID(raw: arena[arena.value(value, 1)].payload) : nil
  }

  /// The constraint without its place.
  package func unplaced(_ value: ValueID) -> ValueID {
    arena.construct(value) == .placed ? arena.value(value, 0) : value
  }

  /// A query with all the constraints of a list.
  mutating func refined(_ base: ValueID, _ constraints: ValueID, _ origin: OriginID) -> ValueID {
    switch arena.kind(base) {
    case .choice: return mapAlternatives(base) { $0.refined($1, constraints, origin) }
    case .symbol, .stuck: return arena.make(.refined, [base, constraints])
    case .made where isWaiting(forSymbols: base): return arena.make(.refined, [base, constraints])
    case .query: return with(GuardedItem(.always, constraints, origin), base)
    case .absent, .null: return ValueArena.absent
    default: return arena.unknown(.operation, origin)
    }
  }

  /// The query with one more argument of its call: a constraint, a list of them, or what a condition leaves in place of
  /// one.
  mutating func with(_ step: GuardedItem, _ query: ValueID) -> ValueID {
    var step = step
    step.flags.remove(.spread)
    switch arena.kind(step.value) {
    case .absent, .null, .boolean: return query
    case .choice:
      return arena.items(step.value).reduce(query) { query, item in
        var one = step
        one.value = item.value
        one.under = diagrams.and(step.under, item.under)
        return one.under == .never ? query : with(one, query)
      }
    case .list: return withEach(step, query)
    case .symbol, .stuck:
      step.flags.insert(.spread)
      return appending(step, query)
    case .made where isWaiting(forSymbols: step.value):
      step.flags.insert(.spread)
      return appending(step, query)
    case .made where arena.construct(step.value) == .placed:
      let place = OriginID(raw: arena[arena.value(step.value, 1)].payload)
      if refinements[place] == nil { refinements[place] = step.origin }
      step.origin = place
      step.value = arena.value(step.value, 0)
      return plus(query, step)
    case .made where arena.construct(step.value) == .repeated:
      step.value = arena.value(step.value, 0)
      step.flags.insert(.repeats)
      let subject = SubjectID(arena.unknown(.operation, step.origin).raw)
      step.under = diagrams.and(step.under, diagrams.condition(Atom(subject, .opaque(3))))
      return with(step, query)
    case .made: return plus(query, step)
    case .query where isRealtime(step.value): return plus(query, step)
    default:
      step.value = arena.make(.unfollowed, [])
      return plus(query, step)
    }
  }

  private mutating func withEach(_ step: GuardedItem, _ query: ValueID) -> ValueID {
    let list = step.value
    var result = arena.items(list).reduce(query) { query, item in
      var one = item
      one.under = diagrams.and(step.under, item.under)
      if one.origin == OriginID(raw: 0) { one.origin = step.origin }
      one.flags.formUnion(step.flags)
      return one.under == .never ? query : with(one, query)
    }
    if arena[list].variant != 0 {
      result = plus(result, GuardedItem(step.under, arena.make(.unfollowed, []), step.origin, step.flags))
    }
    return result
  }

  private mutating func appending(_ step: GuardedItem, _ query: ValueID) -> ValueID {
    self.query(arena.base(query), arena.steps(query) + [step])
  }
}
