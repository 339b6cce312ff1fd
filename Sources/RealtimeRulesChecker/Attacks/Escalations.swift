import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

extension AttackSearch {
  /// Searches for one or two writes of the stranger after which a read or write of other users' data is allowed that
  /// was denied before.
  func escalations() -> [Attack] {
    let start = RequestSimulator(fixture, stranger)
    let deniedBefore = protectedOperations.filter { !start.simulate($0).isAllowed }
    guard !deniedBefore.isEmpty else { return [] }
    let rulePaths = pathsReadByRules
    var states: [(data: RealtimeNode, steps: [SimulatedRequest])] = [(fixture.data, [])]
    var known: Set<RealtimeNode> = [fixture.data]
    var attacks: [Attack] = []
    for _ in 0..<2 {
      var next: [(data: RealtimeNode, steps: [SimulatedRequest])] = []
      for (data, steps) in states where next.count < 24 {
        for write in candidateWrites(on: data, to: rulePaths) where next.count < 24 {
          let result = RequestSimulator(fixture, stranger, data: data).simulate(write)
          guard result.isAllowed else { continue }
          let state = result.applied(to: data)
          guard known.insert(state).inserted else { continue }
          let path = steps + [result]
          let after = RequestSimulator(fixture, stranger, data: state)
          // Access to what the stranger has just written is no gain.
          let allowedNow = deniedBefore.filter { operation in
            !path.contains { $0.path.contains(operation.path) || operation.path.contains($0.path) }
              && after.simulate(operation).isAllowed
          }
          if let gain = allowedNow.first {
            let last = after.simulate(gain)
            attacks.append(
              Attack(
                kind: .escalation,
                summary: "after its own writes `\(stranger.uid?.string ?? "")` can \(last.request.text)",
                steps: path + [last], data: fixture.data,
                location: subject.source.location(result.decision.rule?.rule.expression.span ?? .init(0, 0))))
          } else {
            next.append((state, path))
          }
        }
      }
      states = next
      if states.isEmpty || !attacks.isEmpty { break }
    }
    return Array(attacks.prefix(4))
  }

  /// Reads and deletes of existing data, which the stranger may not be meant to do.
  private var protectedOperations: [RealtimeRuleRequest.Operation] {
    subject.matrixLocations.flatMap { location -> [RealtimeRuleRequest.Operation] in
      guard let path = fixture.path(of: location), fixture.data[path].exists else { return [] }
      var operations: [RealtimeRuleRequest.Operation] = []
      if !location.conditions(.read).isEmpty {
        operations += RequestSimulator(fixture, stranger).readOperations(location, path)
      }
      if !location.conditions(.write).isEmpty { operations.append(.write(path, .absent)) }
      return operations
    }
  }

  /// Writes to the data that rules read for their decisions.
  private func candidateWrites(on data: RealtimeNode, to rulePaths: Set<RealtimePath>) -> [RealtimeRuleRequest
    .Operation]
  {
    guard let uid = stranger.uid else { return [] }
    return subject.matrixLocations.flatMap { location -> [RealtimeRuleRequest.Operation] in
      guard !location.conditions(.write).isEmpty else { return [] }
      var bindings = [fixture.binding(uid: uid)]
      if location.variable != nil, subject.locationsFromRoot(to: location).contains(where: { subject.isUserKey($0) }) {
        var own = fixture.binding(uid: uid)
        for above in subject.locationsFromRoot(to: location) where subject.isUserKey(above) {
          if let variable = above.variable { own = own.with(variable, RealtimeKey(uid.string)) }
        }
        bindings.append(own)
      }
      return bindings.flatMap { binding -> [RealtimeRuleRequest.Operation] in
        guard let path = DataReference(.after, location.keys).path(binding),
          rulePaths.contains(where: { $0.contains(path) || path.contains($0) })
        else { return [] }
        let simulator = RequestSimulator(fixture, stranger, data: data, binding: binding)
        let confusion = TypeConfusion(fixture: fixture, actor: stranger, binding: binding)
        var all = simulator.candidateValues(location, path, variant: 1).prefix(4).map {
          RealtimeRuleRequest.Operation.write(path, $0)
        }
        all += confusion.operations(location, path, simulator, data[path]).prefix(6)
        all.append(.write(path, .absent))
        return all.filter { operation in
          rulePaths.contains { $0.contains(operation.path) || operation.path.contains($0) }
        }
      }
    }
  }

  /// The paths of the stored data that read and write rules depend on, for the stranger and for the owner.
  private var pathsReadByRules: Set<RealtimePath> {
    var paths: Set<RealtimePath> = []
    for uid in [stranger.uid, fixture.actors.ownerID] {
      var binding = fixture.binding(uid: uid)
      for location in subject.locations where subject.isUserKey(location) {
        if let variable = location.variable, let uid { binding = binding.with(variable, RealtimeKey(uid.string)) }
      }
      for location in subject.locations {
        for literal in location.conditions.filter({ $0.rule.kind != .validate }).flatMap(\.literals) {
          for reference in literal.atom.references where reference.side == .before {
            if let path = reference.path(binding) { paths.insert(path) }
          }
        }
      }
    }
    return paths
  }
}

extension RealtimeRuleRequest.Operation {
  var path: RealtimePath {
    switch self {
    case .read(let path, _), .write(let path, _), .update(let path, _): path
    }
  }
}
