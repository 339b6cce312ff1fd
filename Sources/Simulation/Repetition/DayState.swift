import DocumentStore
import FirestoreModel
import Metering
import QueryExecution
import QueryModel
import Workloads

/// All that decides how a simulation goes on from the end of a day, with times counted from there and without drawn ids:
/// equal states go on alike.
struct DayState: Hashable {
  /// What is going to happen, in its order.
  private var events: [ComingEvent] = []
  private var instances: [InstanceState] = []
  private var documents: [StoredDocument: Int] = [:]
  /// Where documents are kept until there are too many of them, the oldest first.
  private var retained: [CollectionPath: [StoredDocument]] = [:]
  private var storedBytes: Int64

  /// Nil while something goes on that reaches over the end of the day.
  init?(_ simulation: CellSimulation, _ days: RepeatableDays) {
    let (world, time) = (simulation.world, simulation.now)
    guard world.live.isEmpty, world.snapshot.time <= time, let queues = world.settledQueues else { return nil }
    storedBytes = world.storage.bytes
    for (moment, event) in simulation.queue.ordered {
      if case .sampleStorage = event { continue }
      guard let coming = ComingEvent(event, at: moment, from: time) else { return nil }
      events.append(coming)
    }
    let snapshot = world.snapshot
    let observers = simulation.instances.flatMap { instance in
      instance.device.observers.sorted { $0.key < $1.key }.map { $0.value.view(world.log) }
    }
    let description = DocumentDescription(
      days: days, time: time, database: snapshot.database, sizing: simulation.settings.assumptions.storageSizing,
      observers: observers)
    for instance in simulation.instances {
      guard var state = InstanceState(instance, from: time, description) else { return nil }
      state.observers = instance.device.observers.mapValues { ObserverState($0, snapshot, world.log, description) }
      instances.append(state)
    }
    for document in snapshot.allDocuments { documents[description.stored(document), default: 0] += 1 }
    retained = queues.mapValues { paths in
      paths.compactMap { snapshot.document($0).map(description.stored) }
    }
  }
}

/// An event that is planned.
private struct ComingEvent: Hashable {
  enum Kind: Hashable {
    case session(actor: String, number: Int64, length: TimeSpan)
    case outside(OutsideStream.Position, actor: String?, number: Int64?)
  }

  var kind: Kind
  var offset: Int64

  /// Nil for what is going on.
  init?(_ event: SimulationEvent, at moment: Timestamp, from time: Timestamp) {
    offset = moment.microseconds - time.microseconds
    switch event {
    case .session(let instance, let session):
      guard session.start == moment else { return nil }
      kind = .session(actor: instance.actor.name, number: instance.number, length: session.length)
    case .outside(let stream):
      kind = .outside(stream.position(from: time), actor: stream.instance?.actor.name, number: stream.instance?.number)
    case .sessionEnd, .resume, .reconnect, .realtimeTimeout, .timeline, .sampleStorage: return nil
    }
  }
}

/// A user who does nothing at the moment.
private struct InstanceState: Hashable {
  /// A listener that was removed, of which only the question and its age can still matter.
  struct Detached: Hashable {
    var key: ListenKey
    var since: Int64
    var wasKilled: Bool
  }

  var actor: String
  var number: Int64
  var schedule: SessionSchedule.Position?
  var upcoming: Int64?
  var sessionEnd: Int64
  var variables: [String: Value]
  var results: [String: [StoredDocument: Int]]
  var counts: [String: Int]
  var detached: [Detached]
  var observers: [String: ObserverState] = [:]

  /// Nil while a session goes on, and while something that was read may be taken up again.
  init?(_ instance: ActorInstance, from time: Timestamp, _ description: DocumentDescription) {
    let device = instance.device
    guard instance.sessionTask == nil, instance.delayed == nil, instance.shown.count == 0, instance.devices.count == 1,
      device.attachments.isEmpty, device.answers.isEmpty, device.cache == nil,
      !device.isOffline, device.queuedCommits.isEmpty
    else { return nil }
    actor = instance.actor.name
    number = instance.number
    schedule = instance.schedule?.position(from: time)
    upcoming = instance.upcoming.map { $0.start.microseconds - time.microseconds }
    sessionEnd = instance.sessionEnd.microseconds - time.microseconds
    variables = device.variables.merging(device.written) { variable, _ in variable }.filter {
      description.days.decidingVariables.contains($0.key)
    }
    .mapValues { $0.moved(from: time) }
    results = [:]
    counts = [:]
    for (name, held) in device.results {
      if case .children = held { return nil }
      counts[name] = held.count
      for document in held.documents { results[name, default: [:]][description.stored(document), default: 0] += 1 }
    }
    detached = []
    for earlier in device.detached {
      let since = earlier.since.microseconds - time.microseconds
      if earlier.target != nil, -since <= Reconnection.longestGap { return nil }
      let key: ListenKey
      switch earlier.key {
      case .document: key = earlier.key
      case .query(var query):
        query.filter = query.filter?.moved(from: time)
        key = .query(query)
      }
      detached.append(Detached(key: key, since: since, wasKilled: earlier.wasKilled))
    }
  }
}

/// What an observer remembers of documents that are no longer there; what it knows of the others is said with them.
private struct ObserverState: Hashable {
  var toldCount: Int?
  var questions: [Query]
  var gone: [StoredDocument: Int] = [:]
  var goneCount: Int
  var named: [DocumentPath: ResultObserver.Mark] = [:]

  init(_ observer: ResultObserver, _ snapshot: Snapshot, _ log: ChangeLog, _ description: DocumentDescription) {
    toldCount = observer.toldCount
    goneCount = observer.goneCount
    let view = observer.view(log)
    questions = view.questions.map { query in
      var query = query
      query.filter = query.filter?.moved(from: description.time)
      return query
    }
    for document in view.gone { gone[description.stored(document), default: 0] += 1 }
    // A name that is drawn never comes back.
    for path in observer.remembered
    where !description.days.drawsIDs(in: path.collection) && snapshot.document(path) == nil {
      named[path] = observer.mark(path)
    }
  }
}

// MARK: - Documents

/// A document without its id where ids are drawn, and of fields that decide nothing only the sizes.
private struct StoredDocument: Hashable {
  indirect enum Content: Hashable {
    case value(Value)
    case sized(kind: Int, wire: Int, stored: Int)
    case map([Text], [Content])
  }

  var collection: CollectionPath
  var id: Text?
  var names: [Text]
  var contents: [Content]
  var size: Int
  /// What every observer knows of it.
  var marks: [ResultObserver.Mark]
}

private struct DocumentDescription {
  var days: RepeatableDays
  var time: Timestamp
  var database: DatabaseName
  var sizing: StorageSizing
  private let observers: [ResultObserver.View]
  /// First names of the fields of which values matter.
  private let deciding: Set<Text>

  init(
    days: RepeatableDays, time: Timestamp, database: DatabaseName, sizing: StorageSizing,
    observers: [ResultObserver.View]
  ) {
    self.observers = observers
    self.days = days
    self.time = time
    self.database = database
    self.sizing = sizing
    deciding = Set(days.decidingFields.compactMap(\.segments.first))
  }

  func stored(_ document: Document) -> StoredDocument {
    let collection = document.path.collection
    return StoredDocument(
      collection: collection, id: days.drawsIDs(in: collection) ? nil : document.path.id,
      names: document.fields.fields.map(\.name),
      contents: document.fields.fields.map { field in
        deciding.contains(field.name) ? .value(field.value.moved(from: time)) : content(field.value)
      }, size: document.wireSize(database: database), marks: observers.map { $0.mark(document) })
  }

  /// Elements of arrays have index entries of their own, equal ones one together: it matters what they are.
  private func content(_ value: Value) -> StoredDocument.Content {
    switch value {
    case .array: .value(value.moved(from: time))
    case .map(let map): .map(map.fields.map(\.name), map.fields.map { content($0.value) })
    case .null, .boolean, .integer, .double, .timestamp, .string, .bytes, .reference, .geoPoint, .vector:
      .sized(kind: value.kindNumber, wire: value.wireSize, stored: sizing.size(of: value))
    }
  }
}

extension Value {
  fileprivate var kindNumber: Int {
    switch self {
    case .null: 0
    case .boolean: 1
    case .integer: 2
    case .double: 3
    case .timestamp: 4
    case .string: 5
    case .bytes: 6
    case .reference: 7
    case .geoPoint: 8
    case .array: 9
    case .vector: 10
    case .map: 11
    }
  }

  /// With times counted from another one.
  fileprivate func moved(from time: Timestamp) -> Value {
    switch self {
    case .timestamp(let moment): .timestamp(Timestamp(microseconds: moment.microseconds - time.microseconds))
    case .array(let elements): .array(elements.map { $0.moved(from: time) })
    case .map(let map):
      .map(MapValue(map.fields.map { MapValue.Field(name: $0.name, value: $0.value.moved(from: time)) }))
    case .null, .boolean, .integer, .double, .string, .bytes, .reference, .geoPoint, .vector: self
    }
  }
}

extension Filter {
  fileprivate func moved(from time: Timestamp) -> Filter {
    switch self {
    case .field(var filter):
      filter.operand = filter.operand.moved(from: time)
      return .field(filter)
    case .unary: return self
    case .and(let parts): return .and(parts.map { $0.moved(from: time) })
    case .or(let parts): return .or(parts.map { $0.moved(from: time) })
    }
  }
}

extension Operand {
  fileprivate func moved(from time: Timestamp) -> Operand {
    switch self {
    case .value(let value): return .value(value.moved(from: time))
    case .array(let operands): return .array(operands.map { $0.moved(from: time) })
    case .map(let entries):
      return .map(entries.map { MapOperand(name: $0.name, operand: $0.operand.moved(from: time)) })
    case .unknown, .parameter, .expression: return self
    }
  }
}
