import Diagnostics
import FirestoreModel
import RealtimeDatabase
import StructuredText
import Workloads

extension RealtimeQueryTemplate {
  /// The query with its bounds filled in; nil when there is none.
  /// - Throws: what the SDK throws, at the step.
  func spec(in environment: inout StepEnvironment, at span: Span) throws(ExpressionError) -> RealtimeQuerySpec? {
    guard !isEmpty else { return nil }
    var constraints: [RealtimeQueryBuilder.Constraint] = []
    switch ordering {
    case nil: break
    case .priority: constraints.append(.orderByPriority)
    case .key: constraints.append(.orderByKey)
    case .value: constraints.append(.orderByValue)
    case .child(let path): constraints.append(.orderByChild(path))
    }
    for bound in bounds { constraints.append(try bound.constraint(in: &environment)) }
    switch limit {
    case nil: break
    case .first(let count): constraints.append(.limitToFirst(.integer(count)))
    case .last(let count): constraints.append(.limitToLast(.integer(count)))
    }
    do throws(RealtimeQueryRefusal) {
      return try RealtimeQueryBuilder(constraints).spec
    } catch {
      throw ExpressionError(error.message, span: span)
    }
  }
}

extension RealtimeQueryTemplate.Bound {
  fileprivate func constraint(
    in environment: inout StepEnvironment
  ) throws(ExpressionError) -> RealtimeQueryBuilder.Constraint {
    let place = GenerationPlace(clock: .standard, origin: environment.time)
    var generator = FieldGenerator(environment: environment, random: environment.random.branch(), place: place)
    let json = try generator.json(.field(value), at: .root, span: span)
    let key = try key?.text(in: environment).string
    switch kind {
    case .startAt: return .startAt(json, key: key)
    case .startAfter: return .startAfter(json, key: key)
    case .endAt: return .endAt(json, key: key)
    case .endBefore: return .endBefore(json, key: key)
    case .equalTo: return .equalTo(json, key: key)
    }
  }
}

extension StepEnvironment: RealtimePathEnvironment {
  mutating func newPushKey() -> Text { world.realtime.newPushKey(at: time, using: random) }

  mutating func anyChild(of location: RealtimePath) -> Text? {
    world.realtime.anyChild(of: location) { random.number(below: $0) }
  }

  mutating func latestChild(of location: RealtimePath) -> Text? { world.realtime.latestChild(of: location) }
}
