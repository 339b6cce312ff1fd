import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Searches for attacks of a stranger with at most three steps.
package struct AttackSearch {
  let fixture: RulesFixture
  let stranger: RealtimeActor
  let victims: [RealtimeActor]

  /// The attacks on a fixture, each kind once per location, in the order of the rules.
  package static func attacks(on fixture: RulesFixture) -> [Attack] {
    guard let stranger = fixture.actors.stranger else { return [] }
    let victims = [fixture.actors[.owner], fixture.actors[.member]].compactMap(\.self)
    let search = AttackSearch(fixture: fixture, stranger: stranger, victims: victims)
    var attacks: [Attack] = []
    for list in search.rooms { attacks += search.attacksOnMissingRoom(list) }
    attacks += search.rooms.compactMap(search.selfInvitation)
    attacks += search.takeovers() + search.intrusions() + search.escalations()
    var seen: Set<String> = []
    return attacks.filter { seen.insert("\($0.kind) \($0.location.span.start) \($0.summary)").inserted }
  }

  var subject: RealtimeSubject { fixture.subject }
  private var ownerBinding: Binding { fixture.binding(uid: fixture.actors.ownerID) }

  /// A node with a list of members, such as a chat room.
  struct Room {
    var location: RuleLocation
    var path: RealtimePath
    var list: RealtimePath
    var reference: DataReference
  }

  private var rooms: [Room] {
    var seen: Set<RealtimePath> = []
    return subject.membershipLists.sorted { $0.description < $1.description }.compactMap { reference in
      guard let variable = reference.keys.lastIndex(where: { $0.variable != nil }),
        let list = reference.path(ownerBinding),
        seen.insert(list).inserted
      else { return nil }
      // The topmost location at or above the list with a write rule that can be true: there the room is created.
      for depth in (variable + 1)...max(variable + 1, reference.keys.count) where depth <= reference.keys.count {
        let keys = Array(reference.keys[..<depth])
        guard let location = subject.location(at: DataReference(.before, keys)), location.keys.count == depth,
          location.conditions(.write).contains(where: { !$0.isAlwaysFalse }),
          let path = DataReference(.before, keys).path(ownerBinding)
        else { continue }
        return Room(location: location, path: path, list: list, reference: reference)
      }
      return nil
    }
  }

  // MARK: Rooms that do not exist yet

  private func attacksOnMissingRoom(_ room: Room) -> [Attack] {
    let empty = fixture.data.replacing(room.path, with: .absent)
    let simulator = RequestSimulator(fixture, stranger, data: empty)
    let confusion = TypeConfusion(fixture: fixture, actor: stranger, binding: fixture.binding(uid: stranger.uid))
    var candidateWrites = simulator.candidateValues(room.location, room.path, variant: 0).map {
      RealtimeRuleRequest.Operation.write(room.path, $0)
    }
    candidateWrites += AccessEvaluator(fixture, stranger, data: empty).childWrites(room.location, room.path)
    candidateWrites += confusion.operations(room.location, room.path, simulator, .absent)
    var found: [Attack] = []
    for candidate in candidateWrites {
      let step = simulator.simulate(candidate)
      guard step.isAllowed else { continue }
      let state = step.applied(to: empty)
      if state[room.list].leaf != nil {
        if !found.contains(where: { $0.kind == .typeConfusion }),
          let attack = typeConfusionAttack(room, step, empty, state)
        {
          found.append(attack)
        }
      } else if !isMember(stranger, state, room),
        // One attack that writes the whole room is reported, and one that writes a part of it.
        !found.contains(where: {
          $0.kind == .squatting && ($0.steps.first?.path == room.path) == (step.path == room.path)
        }),
        let attack = squattingAttack(room, step, empty, state)
      {
        found.append(attack)
      }
    }
    return found
  }

  private func isMember(_ actor: RealtimeActor, _ data: RealtimeNode, _ room: Room) -> Bool {
    guard let uid = actor.uid else { return false }
    return data[room.list].child(RealtimeKey(uid.string)).exists
  }

  /// The owner can no longer create the room after the write of the stranger.
  private func squattingAttack(_ room: Room, _ step: SimulatedRequest, _ empty: RealtimeNode, _ state: RealtimeNode)
    -> Attack?
  {
    guard let owner = victims.first else { return nil }
    let before = RequestSimulator(fixture, owner, data: empty)
    guard
      let creation = before.firstAllowedOrFirst(
        before.candidateValues(room.location, room.path, variant: 0).lazy.map { .write(room.path, $0) }),
      creation.isAllowed
    else { return nil }
    let refused = RequestSimulator(fixture, owner, data: state).simulate(creation.request.operation)
    guard !refused.isAllowed else { return nil }
    return Attack(
      kind: .squatting, summary: "somebody else creates `\(room.path)` first, and its members never can",
      steps: [step, refused],
      data: empty, location: sourceLocation(of: step, room.location))
  }

  /// The rules take a text with ids for a list of members, which gives the stranger access.
  private func typeConfusionAttack(_ room: Room, _ step: SimulatedRequest, _ empty: RealtimeNode, _ state: RealtimeNode)
    -> Attack?
  {
    var state = state
    var steps = [step]
    // The victims do not notice and write into the room.
    if let owner = victims.first {
      for location in guarded(by: room, .write) where location.index != room.location.index {
        guard let path = fixture.path(of: location), !state[path].exists || !room.path.contains(path) else { continue }
        let clean = state.replacing(path, with: .absent)
        let simulator = RequestSimulator(fixture, owner, data: clean)
        guard
          let write = simulator.firstAllowedOrFirst(
            simulator.candidateValues(location, path, variant: 0).lazy.map { .write(path, $0) }),
          write.isAllowed
        else { continue }
        steps.append(write)
        state = write.applied(to: clean)
        break
      }
    }
    let before = RequestSimulator(fixture, stranger, data: step.isAllowed ? empty : state)
    let after = RequestSimulator(fixture, stranger, data: state)
    var gains: [SimulatedRequest] = []
    for location in guarded(by: room, .read) {
      guard let path = fixture.path(of: location) else { continue }
      if let read = after.firstAllowedOrFirst(after.readOperations(location, path)), read.isAllowed,
        !before.simulate(read.request.operation).isAllowed
      {
        gains.append(read)
      }
    }
    if let last = steps.dropFirst().last, case .write(let path, _) = last.request.operation {
      let deletion = after.simulate(.write(path, .absent))
      if deletion.isAllowed { gains.append(deletion) }
    }
    // Access to what a victim has written shows the harm best.
    guard
      let gain = gains.first(where: { gain in steps.dropFirst().contains { gain.path.contains($0.path) } })
        ?? gains.first
    else { return nil }
    return Attack(
      kind: .typeConfusion,
      summary: "a text at `\(room.list)` makes `\(stranger.uid?.string ?? "")` a member: \(gain.request.text)",
      steps: steps + [gain] + gains.filter { $0.request.text != gain.request.text }.suffix(1), data: empty,
      location: sourceLocation(of: step, room.location))
  }

  /// The locations with a rule that looks up the caller in the members of a room.
  private func guarded(by room: Room, _ kind: Rule.Kind) -> [RuleLocation] {
    subject.locations.filter { location in
      location.conditions(kind).contains { $0.literals.contains { $0.membership?.path(ownerBinding) == room.list } }
    }
  }

  private func sourceLocation(of step: SimulatedRequest, _ location: RuleLocation) -> SourceLocation {
    subject.source.location(step.decision.rule?.rule.expression.span ?? location.node.keySpan)
  }

  // MARK: Rooms of others

  /// The stranger adds themselves to the members and reads what only members can read.
  private func selfInvitation(_ room: Room) -> Attack? {
    guard let uid = stranger.uid, fixture.data[room.list].exists, !isMember(stranger, fixture.data, room) else {
      return nil
    }
    let start = RequestSimulator(fixture, stranger)
    let entry = RealtimeRuleRequest.Operation.write(
      room.list.child(RealtimeKey(uid.string)), RealtimeNode(.boolean(true)))
    let roomWrites = start.candidateValues(room.location, room.path, variant: 1).lazy.map {
      RealtimeRuleRequest.Operation.write(room.path, $0)
    }
    for candidate in [entry] + roomWrites {
      let step = start.simulate(candidate)
      guard step.isAllowed else { continue }
      let state = step.applied(to: fixture.data)
      guard isMember(stranger, state, room) else { continue }
      let after = RequestSimulator(fixture, stranger, data: state)
      let gain = guarded(by: room, .read).lazy.compactMap { location -> SimulatedRequest? in
        guard let path = fixture.path(of: location),
          let read = after.firstAllowedOrFirst(after.readOperations(location, path)), read.isAllowed
        else { return nil }
        return start.simulate(read.request.operation).isAllowed ? nil : read
      }.first
      return Attack(
        kind: .intrusion,
        summary: "`\(uid.string)` enters themselves into `\(room.list)`"
          + (gain.map { " and can \($0.request.text)" } ?? ""),
        steps: [step] + [gain].compactMap(\.self), data: fixture.data, location: sourceLocation(of: step, room.location)
      )
    }
    return nil
  }

  // MARK: What others have written

  /// Writes of the stranger to nodes that belong to another user.
  private func takeovers() -> [Attack] {
    subject.matrixLocations.compactMap { location in
      guard subject.hasOwner(location), let path = fixture.path(of: location), fixture.data[path].exists else {
        return nil
      }
      let evaluator = AccessEvaluator(fixture, stranger)
      for operation in [AccessOperation.overwrite, .delete, .childWrite] {
        let taken = evaluator.runTrials(operation, at: location, path).map(\.result).first { result in
          guard result.isAllowed, case .write(let target, let node) = result.request.operation else { return false }
          return node != fixture.data[target]
        }
        guard let taken else { continue }
        var steps = [taken]
        // Where the stranger can become the owner, the rules then let them change the rest, too.
        if let claim = ownershipClaim(at: location), claim.isAllowed {
          let state = claim.applied(to: fixture.data)
          let then = AccessEvaluator(fixture, stranger, data: state).runTrials(.childWrite, at: location, path).first {
            result in
            result.result.isAllowed
              && !RequestSimulator(fixture, stranger).simulate(result.result.request.operation).isAllowed
          }
          if let then { steps = [claim, then.result] }
        }
        return Attack(
          kind: .takeover,
          summary:
            "`\(stranger.uid?.string ?? "")` \(operation == .delete ? "deletes" : "replaces") what `\(fixture.actors.ownerID.string)` has written at `\(path)`",
          steps: steps, data: fixture.data, location: sourceLocation(of: steps[0], location))
      }
      return nil
    }
  }

  /// A write that only makes the stranger the owner.
  private func ownershipClaim(at location: RuleLocation) -> SimulatedRequest? {
    guard let uid = stranger.uid, let reference = subject.ownerReference(of: location),
      let path = reference.path(ownerBinding)
    else {
      return nil
    }
    return RequestSimulator(fixture, stranger).simulate(.write(path, RealtimeNode(.string(uid))))
  }

  private func intrusions() -> [Attack] {
    rooms.flatMap { room -> [Attack] in
      guard let variable = room.reference.keys.last(where: { $0.variable != nil })?.variable else { return [] }
      return subject.matrixLocations.compactMap { location in
        guard location.index != room.location.index, location.keys.contains(where: { $0.variable == variable }),
          !location.conditions(.write).isEmpty, !location.keys.starts(with: room.reference.keys)
        else { return nil }
        var binding = fixture.binding(uid: stranger.uid)
        if let own = location.variable, subject.isUserKey(location), let uid = stranger.uid {
          binding = binding.with(own, RealtimeKey(uid.string))
        }
        guard let path = DataReference(.after, location.keys).path(binding) else { return nil }
        // Both with the room and in an empty database.
        for (data, what) in [
          (fixture.data.replacing(path, with: .absent), "in a conversation of others"),
          (RealtimeNode.absent, "where no conversation exists"),
        ] {
          let simulator = RequestSimulator(fixture, stranger, data: data, binding: binding)
          guard
            let write = simulator.firstAllowedOrFirst(
              simulator.candidateValues(location, path, variant: 0).lazy.map { .write(path, $0) }),
            write.isAllowed
          else { continue }
          let second = RequestSimulator(fixture, stranger, data: .absent, binding: binding).simulate(
            write.request.operation)
          return Attack(
            kind: .intrusion,
            summary:
              "`\(stranger.uid?.string ?? "")` writes `\(path)` \(what)\(second.isAllowed ? ", existing or not" : "")",
            steps: [write], data: data, location: sourceLocation(of: write, location))
        }
        return nil
      }
    }
  }
}

extension RealtimeSubject {
  /// Whether the nodes of a location have an owner: the rules compare a child of them with the caller.
  func hasOwner(_ location: RuleLocation) -> Bool {
    location.variable != nil && !isUserKey(location) && !location.conditions(.write).isEmpty
      && ownerReference(of: location) != nil
  }

  func ownerReference(of location: RuleLocation) -> DataReference? {
    subtree(of: location).lazy.flatMap { $0.conditions.filter { $0.rule.kind != .read } }.flatMap(\.literals)
      .compactMap(\.callerReference)
      .first { $0.keys.count == location.keys.count + 1 && $0.keys.starts(with: location.keys) }
      .map { DataReference(.after, $0.keys) }
  }
}
