import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import Metering
import Project
import RealtimeDatabase
import RealtimeRules
import StructuredText
import Workloads

// Requests to the Realtime Database: what they do, and what the server sends for them.

extension CellSimulation {
  var messages: RealtimeMessages { settings.realtime.messages }

  func perform(
    _ request: RealtimeStep, _ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) -> Progress {
    do {
      switch request.operation {
      case .listen: return try listen(request, step, scope, task, instance)
      case .unlisten: try unlisten(request, scope, task, instance)
      case .get: return try get(request, step, scope, task, instance)
      case .set, .update, .push, .increment, .transaction, .delete, .onDisconnect:
        let write = try prepare(request, step, scope, task)
        guard !instance.device.isOffline else {
          instance.device.realtime.queuedWrites.append(write)
          return .proceed
        }
        send(write, of: instance, instance.device)
      }
    } catch let error as ExpressionError {
      notes.report(error)
    } catch let error as FirestoreError {
      refuse(error, request, step, instance)
    } catch {
      notes.internalError("\(error)", at: step.span)
    }
    return .proceed
  }

  // MARK: Connections

  /// Opens the connection of a device with its first request.
  func connect(_ device: ClientDevice, _ step: Step, _ instance: ActorInstance) {
    guard !device.realtime.isConnected else { return }
    let full = messages.handshake(isResumed: false)
    var traffic = RealtimeTraffic(.connect, path: "", bytes: messages.opening)
    if device.realtime.hasConnected {
      traffic.handshake = .init(full: full, resumed: messages.handshake(isResumed: true))
    } else {
      traffic.bytes += full
    }
    device.realtime.connected()
    // No step of the workload: it is counted with the traffic alone.
    emit(.realtime(traffic), OperationID(name: "rtdb connect", span: step.span), instance)
  }

  /// Ends the connection: the server does what was registered for this moment.
  func disconnectRealtime(_ device: ClientDevice, of instance: ActorInstance) {
    guard device.realtime.isConnected else { return }
    let operations = device.realtime.disconnected()
    emit(
      .realtime(RealtimeTraffic(.disconnect, path: "", bytes: 0)), OperationID(name: "rtdb connect", span: Span(0, 0)),
      instance)
    for operation in operations { execute(operation, of: instance) }
  }

  /// The app is closed, or the session is over.
  func closeRealtime(_ device: ClientDevice, of instance: ActorInstance) {
    for attachment in device.realtime.attachments { unsubscribe(attachment) }
    device.realtime.attachments = []
    disconnectRealtime(device, of: instance)
  }

  // MARK: Gets

  private func get(
    _ request: RealtimeStep, _ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) throws -> Progress {
    var environment = environment(of: instance, task: task, scope: scope)
    let path = try request.path.realtimePath(in: &environment)
    let spec = try request.query.spec(in: &environment, at: step.span)
    let device = instance.device
    if device.isOffline { throw FirestoreError(.unavailable, "The client is offline.") }
    let window = RealtimeWindow(spec ?? RealtimeQuerySpec(), over: world.realtime.root[path])
    notes.ran(step.operation, shape: request.text, plan: nil)
    // Of what a listener of the same client keeps up to date the server is not asked.
    if device.realtime.source(of: RealtimeListenKey(path: path, spec: spec?.sentByListeners)) == nil {
      connect(device, step, instance)
      try allow(.read(path, query: spec), instance)
      if let spec, let index = spec.requiredIndex, !settings.realtime.isIndexed(index, at: path) {
        throw FirestoreError(.failedPrecondition, index.missingText(at: path))
      }
      let bytes = messages.get(data: Int64(window.byteCount))
      emit(.realtime(RealtimeTraffic(.get, path: request.pattern, bytes: bytes)), step.operation, instance)
    }
    let held = HeldResult.children(window)
    instance.shown.saw(window, at: path, by: step.operation)
    if let name = request.result { device.results[name.text] = held }
    keepOnScreen(window, path, spec ?? RealtimeQuerySpec(), request, step, scope, instance)
    if !request.each.isEmpty {
      task.frames.append(.forEach(Step(action: .group(request.each), span: step.span), held.members[...], scope))
    }
    return .proceed
  }

  // MARK: Writes

  /// Sends a write: rules, data, acknowledgement, listeners.
  func send(_ prepared: PreparedRealtimeWrite, of instance: ActorInstance, _ device: ClientDevice) {
    let (step, request) = (prepared.request.step, prepared.request.rtdb)
    notes.ran(step.operation, shape: request.text, plan: nil)
    connect(device, step, instance)
    do throws(FirestoreError) {
      var traffic = RealtimeTraffic(request.operation.billed, path: request.pattern, bytes: messages.acknowledgement)
      if request.operation == .transaction { traffic.bytes += try transactionBytes(prepared, instance, device) }
      let change = try changed(by: prepared.write)
      try allow(prepared.write.asked(change), instance)
      traffic.uploaded = change.addresses.reduce(0) { $0 + $1.byteCount + Int64(change.new[$1].byteCount) }
      emit(.realtime(traffic), step.operation, instance)
      guard request.operation != .onDisconnect else {
        device.realtime.register(prepared)
        return
      }
      deliver(change)
    } catch {
      refuse(error, request, step, instance)
    }
  }

  /// What a transaction is sent before it writes: the data, unless the client has it, and after each conflict the new.
  private func transactionBytes(
    _ prepared: PreparedRealtimeWrite, _ instance: ActorInstance, _ device: ClientDevice
  ) throws(FirestoreError) -> Int64 {
    let path = prepared.write.path
    let data = Int64(world.realtime.root[path].byteCount)
    try allow(.read(path, query: nil), instance)
    var bytes: Int64 =
      device.realtime.listener(covering: path) == nil ? messages.listen(path: path.byteCount, data: data) : 0
    let random = instance.random.of(prepared.request.step)
    var retries = 0
    while retries < Self.maximumRetries, random.happens(prepared.request.rtdb.conflictProbability) {
      bytes += messages.acknowledgement + messages.push(path: path.byteCount, data: data)
      retries += 1
    }
    return bytes
  }

  /// How often SDKs run a transaction again.
  private static var maximumRetries: Int { 25 }

  /// The server does what a client has registered for the end of its connection.
  private func execute(_ prepared: PreparedRealtimeWrite, of instance: ActorInstance) {
    do throws(FirestoreError) {
      let change = try changed(by: prepared.write)
      if !settings.realtime.ruleAssumptions.takesAlternative(.onDisconnectCheck) {
        try allow(prepared.write.asked(change), instance)
      }
      deliver(change)
    } catch {
      // Nobody is there to hear of a refusal.
    }
  }

  /// Server values filled in; nothing is taken over yet.
  private func changed(by write: RealtimeWrite) throws(FirestoreError) -> RealtimeChange {
    do throws(RealtimeWriteError) {
      return try write.applied(to: world.realtime.root, now: Double(now.milliseconds))
    } catch {
      throw FirestoreError(.invalidArgument, error.clientText(.set))
    }
  }

  func prepare(
    _ request: RealtimeStep, _ step: Step, _ scope: Scope, _ task: StepTask
  ) throws(ExpressionError) -> PreparedRealtimeWrite {
    var environment = environment(of: task.instance, task: task, scope: scope)
    var location = try request.path.realtimePath(in: &environment)
    if request.operation == .push {
      let key = environment.newPushKey()
      location = location.child(RealtimeKey(key.string))
      if let name = request.result { task.assign(.string(key), to: name.text) }
    }
    if let last = location.last { environment.scope.values["id"] = .string(last.text) }
    let place = GenerationPlace(
      clock: workload.clock, moment: task.purpose == .outside ? now : nil, origin: now)
    let random = random(of: task).branch()
    var generator = FieldGenerator(environment: environment, random: random, place: place)
    let json = try json(request, at: location, &generator, step.span)
    do throws(RealtimeWriteError) {
      let write =
        try request.operation == .update
        ? RealtimeWrite.update(json, at: location, by: .sdk) : .set(json, at: location, by: .sdk)
      return PreparedRealtimeWrite(write: write, request: RealtimeRequest(step: step, rtdb: request))
    } catch {
      throw ExpressionError(error.clientText(request.operation.clientOperation), span: step.span)
    }
  }

  /// What is written, server values as placeholders.
  private func json(
    _ request: RealtimeStep, at location: RealtimePath, _ generator: inout FieldGenerator<StepEnvironment>, _ span: Span
  ) throws(ExpressionError) -> JSONValue {
    if request.operation == .update {
      var members: [JSONValue.Member] = []
      for update in request.values {
        let path = try update.path.realtimePath(in: &generator.environment, below: location)
        let name = path.keys.dropFirst(location.depth).map(\.string).joined(separator: "/")
        members.append(JSONValue.Member(name, try generator.json(update.value, at: path, span: span)))
      }
      return .object(members)
    }
    if let amount = request.amount {
      return [".sv": ["increment": try generator.json(.field(amount), at: location, span: span)]]
    }
    guard let value = request.value else { return .null }
    return try generator.json(value, at: location, span: span)
  }

  // MARK: The outside world

  /// What an actor's step does when the outside world does it: data changes, nobody is billed.
  func writeOutside(_ request: RealtimeStep, _ step: Step, _ scope: Scope, _ task: StepTask) {
    guard request.operation.isWrite, request.operation != .onDisconnect else {
      notes.unsupported("`\(request.operation.rawValue)` in a step of the outside world", at: step.span)
      return
    }
    do {
      let write = try prepare(request, step, scope, task).write
      let change = try changed(by: write)
      notes.outsideWrites.add(task.instance?.multiplicity ?? RealtimeCopies(cell).copies(of: write.path))
      deliver(change)
    } catch let error as ExpressionError {
      notes.report(error)
    } catch let error as FirestoreError {
      notes.outsideWriteFailed(error, at: step.span)
    } catch {
      notes.internalError("\(error)", at: step.span)
    }
  }

  /// The initial tree.
  func generateRealtimeData() {
    guard !workload.realtimeData.isEmpty else { return }
    let builder = RealtimeTreeBuilder()
    var room = WorkLimit.documents
    let remembersIDs = workload.hasWarmStores
    for (position, entry) in workload.realtimeData.enumerated() {
      let generator = RealtimeDataGenerator(
        cell.restricted(entry), at: position, seed: workload.seed, clock: workload.clock)
      do throws(ExpressionError) {
        try generator.generate { path, node in
          room -= 1
          guard room >= 0 else {
            notes.unsupported(
              "more than \(Grouped.count(WorkLimit.documents)) locations to begin with", at: entry.span, isTooMuch: true
            )
            return false
          }
          builder.set(path, node)
          if remembersIDs, let last = path.last { world.initialIDs.insert(last.text) }
          return true
        }
      } catch {
        notes.report(error)
      }
    }
    world.realtime.fill(builder)
  }
}

// MARK: - Rules

extension CellSimulation {
  /// - Returns: The locations whose data the answer depends on.
  /// - Throws: PERMISSION_DENIED, with the rule that decided.
  @discardableResult
  func allow(
    _ operation: RealtimeRuleRequest.Operation, _ instance: ActorInstance
  ) throws(FirestoreError) -> Set<RealtimePath> {
    guard let rules = settings.realtime.rules, case .user(let auth) = instance.caller else { return [] }
    let request = RealtimeRuleRequest(operation, auth: auth?.realtimeNode ?? .absent, now: Double(now.milliseconds))
    let decision = rules.decide(request, data: world.realtime.root, assumptions: settings.realtime.ruleAssumptions)
    if decision.hasSearchedTexts || decision.consulted.contains(where: { cell.holdsPlaces(below: $0) }), cell.isFolded {
      notes.isFoldingRefuted = true
    }
    if !decision.isAllowed { throw FirestoreError(.permissionDenied, decision.refusalText(rules.source)) }
    return decision.consulted
  }

  /// The service answers with an error; billed as such, right if the workload expects it, otherwise a finding.
  func refuse(_ error: FirestoreError, _ request: RealtimeStep, _ step: Step, _ instance: ActorInstance) {
    notes.refused(error, step, by: instance)
    guard error.status != .unavailable else { return }
    var traffic = RealtimeTraffic(request.operation.billed, path: request.pattern, bytes: messages.denial)
    traffic.isDenied = true
    emit(.realtime(traffic), step.operation, instance)
  }
}

extension RealtimeRuleDecision {
  /// The same for every request that fails for the same reason.
  fileprivate func refusalText(_ source: SourceText) -> String {
    guard let rule else { return "Permission denied: no rule grants it" }
    // The file by its name: the sentence stands in recordings, which do not depend on where they are made.
    let line = SourceLocation(source: source, span: rule.rule.keySpan).position.line
    let place = "\(DisplayPath.name(of: source.path)):\(line)"
    let cause: String =
      switch reason {
      case .granted: "it is granted"
      case .conditionFalse: "it is false"
      case .error(let text): "it stops with an error: \(text)"
      case .noRule: "no rule grants it"
      }
    return "Permission denied by `\(rule.rule.kind.rawValue)` of `\(rule.pattern)` (\(place)): \(cause)"
  }
}

extension RealtimeWrite {
  /// What rules are asked about.
  fileprivate func asked(_ change: RealtimeChange) -> RealtimeRuleRequest.Operation {
    guard isUpdate else { return .write(path, change.new[path]) }
    return .update(path, change.paths.map { (path: $0, node: change.new[$0]) })
  }
}

extension RealtimeStep.Operation {
  /// Under which name traffic is counted.
  var billed: RealtimeTraffic.Operation {
    switch self {
    case .listen, .unlisten: .listen
    case .get: .get
    case .set: .set
    case .update: .update
    case .push: .push
    case .increment: .increment
    case .transaction: .transaction
    case .delete: .delete
    case .onDisconnect: .onDisconnect
    }
  }

  fileprivate var clientOperation: RealtimeWriteError.Operation {
    switch self {
    case .update: .update
    case .push: .push
    case .transaction: .transaction
    case .set, .increment, .delete, .onDisconnect, .listen, .unlisten, .get: .set
    }
  }
}

extension RealtimeStep {
  /// The path as it is written; of an update all its paths begin there.
  var pattern: Text { Text(path.segments.isEmpty ? "/" : path.sourceText) }
}
