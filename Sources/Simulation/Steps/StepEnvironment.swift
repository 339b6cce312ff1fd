import FirestoreModel
import Workloads

/// What expressions and paths of a step can see.
struct StepEnvironment: PathEnvironment {
  let world: SimulatedDatabase
  let instance: ActorInstance?
  let task: StepTask?
  var scope: Scope
  /// By the server's clock.
  var time: Timestamp
  let random: RandomSource

  private var device: ClientDevice? { instance?.device }

  var serverNow: Timestamp { time }

  var now: Timestamp { device.map { time.advanced(by: $0.profile.clockSkew) } ?? time }

  func value(of variable: String) -> Value? {
    if let value = scope.values[variable] ?? task?.locals[variable] ?? device?.variables[variable] { return value }
    switch variable {
    case "i": return instance.map { .integer($0.number) }
    case "uid": return instance?.uid.map { .string($0) }
    default: return nil
    }
  }

  func value(of field: FieldPath, in variable: String) -> Value? {
    if let document = scope.documents[variable] { return document.value(at: field) ?? .null }
    guard case .single(let document)? = device?.results[variable] else { return nil }
    return document?.value(at: field) ?? .null
  }

  func count(of result: String) -> Int64? { device?.results[result].map { Int64($0.count) } }

  func extreme(_ extreme: ResultExtreme, of field: FieldPath, in result: String) -> ResultExtremeAnswer {
    guard let held = device?.results[result] else { return .unknownResult }
    return held.extreme(extreme, of: field).map { .value($0) } ?? .nothing
  }

  mutating func newDocumentID() -> Text { random.newDocumentID() }

  mutating func anyChild(of collection: CollectionPath) -> Text? {
    world.child(of: collection) { random.number(below: $0) }
  }

  mutating func latestChild(of collection: CollectionPath) -> Text? { world.latestChild(of: collection) }
}

extension CellSimulation {
  func environment(
    of instance: ActorInstance?, task: StepTask? = nil, scope: Scope = Scope(), at time: Timestamp? = nil
  ) -> StepEnvironment {
    if let instance { bringUpToDate(instance) }
    return StepEnvironment(
      world: world, instance: instance, task: task, scope: scope, time: time ?? now,
      random: instance?.random ?? random)
  }
}
