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
  /// Of the instance, or of the outside world.
  let chance: RandomSource
  /// All names that `as:` gives.
  let resultNames: Set<String>

  private var device: ClientDevice? { instance?.device }

  /// Chance of the step that is being done.
  var random: RandomSource { chance.of(task?.step) }

  var serverNow: Timestamp { time }

  var now: Timestamp { device.map { time.advanced(by: $0.profile.clockSkew) } ?? time }

  func value(of variable: String) -> Value? {
    if let value = scope.values[variable] ?? task?.locals[variable] ?? device?.variables[variable] { return value }
    switch variable {
    case "i": return instance.map { .integer($0.number) }
    case "uid": return instance?.uid.map { .string($0) }
    default: return device.flatMap { result(variable, on: $0) }
    }
  }

  /// A result in the place of a value: the id of a document, the ids of several; null where nothing was asked or written
  /// in this session, and where there is no such document.
  private func result(_ name: String, on device: ClientDevice) -> Value? {
    guard resultNames.contains(name) else { return nil }
    if let id = device.written[name] { return id }
    switch device.results[name] {
    case .single(let document)?: return document.map { .string($0.path.id) } ?? .null
    case let held?: return .array(held.ids.map { .string($0) })
    case nil: return .null
    }
  }

  func value(of field: FieldPath, in variable: String) -> Value? {
    if let document = scope.documents[variable] { return document.value(at: field) ?? .null }
    switch device?.results[variable] {
    case .single(let document)?: return document?.value(at: field) ?? .null
    case .some: return nil
    case nil: return device != nil && resultNames.contains(variable) ? .null : nil
    }
  }

  /// What was not asked in this session has nothing in it.
  func count(of result: String) -> Int64? { device.map { Int64($0.results[result]?.count ?? 0) } }

  func extreme(_ extreme: ResultExtreme, of field: FieldPath, in result: String) -> ResultExtremeAnswer {
    guard let device else { return .unknownResult }
    guard let held = device.results[result] else { return .nothing }
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
      chance: instance?.random ?? random, resultNames: resultNames)
  }
}
