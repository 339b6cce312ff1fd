import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Proves that the rules deny every request of an operation, whatever is written and whatever the generated part of the
/// data holds.
struct DenialProof {
  let fixture: RulesFixture
  let actor: RealtimeActor
  let binding: Binding

  /// A rule that may allow a request; nil is a proof that all requests are denied.
  func possibleGrant(_ state: PossibleFixtureState) -> Condition? {
    let path = state.write?.path ?? state.targetPath
    let locations = locations(to: path)
    let kind: Rule.Kind = state.write == nil ? .read : .write
    guard let grant = first(kind, on: locations, state, where: \.canBeTrue) else { return nil }
    guard let write = state.write else { return grant }
    for (depth, location) in locations.enumerated() {
      let ancestorPath = RealtimePath(Array(path.keys.prefix(depth)))
      // Validations are not evaluated where nothing remains after the write.
      if state.node(.after, ancestorPath).kinds.contains(.null) { continue }
      if first(.validate, on: [location], at: depth, state, where: { !$0.canBeTrue }) != nil { return nil }
    }
    guard let inner = write.inner else { return grant }
    for (depth, location) in self.locations(to: inner.path).enumerated().dropFirst(locations.count) {
      if first(.validate, on: [location], at: depth, state, inner.path, where: { !$0.canBeTrue }) != nil { return nil }
    }
    return grant
  }

  /// The locations of the rules from the root towards a path, as far as the rules go.
  private func locations(to path: RealtimePath) -> [RuleLocation] {
    guard var location = fixture.subject.locations.first else { return [] }
    var locations = [location]
    for key in path.keys {
      guard let child = fixture.subject.child(key.text, of: location) ?? fixture.subject.variableChild(of: location)
      else {
        break
      }
      locations.append(child)
      location = child
    }
    return locations
  }

  private func first(
    _ kind: Rule.Kind, on locations: [RuleLocation], at start: Int = 0, _ state: PossibleFixtureState,
    _ path: RealtimePath? = nil,
    where test: (PossibleValues) -> Bool
  ) -> Condition? {
    let path = path ?? state.write?.path ?? state.targetPath
    for (index, location) in locations.enumerated() {
      let ancestorPath = RealtimePath(Array(path.keys.prefix(start + index)))
      for condition in location.conditions(kind) {
        let outcome = PossibleValueEvaluator(
          state: state, location: ancestorPath, variables: variables(location, ancestorPath))
        if test(outcome.values(condition.rule.expression)) { return condition }
      }
    }
    return nil
  }

  private func variables(_ location: RuleLocation, _ path: RealtimePath) -> [Text: PossibleValues] {
    var values: [Text: PossibleValues] = [:]
    for (above, key) in zip(fixture.subject.locationsFromRoot(to: location).dropFirst(), path.keys) {
      guard let variable = above.variable else { continue }
      let isUser = fixture.subject.isUserKey(above) && binding.variables[variable] == key
      values[variable] = PossibleValues(.string, refinement: isUser ? .userKey(key.text) : .key(key.text))
    }
    return values
  }
}

// MARK: Operations

extension DenialProof {
  /// A rule that may allow an operation of the actor at a location; nil is a proof that none does.
  func possibleGrant(_ operation: AccessOperation, at location: RuleLocation, _ path: RealtimePath, exists: Bool)
    -> Condition?
  {
    func possibleGrant(_ precondition: PossibleFixtureState.Precondition, _ write: PossibleWrite? = nil) -> Condition? {
      self.possibleGrant(
        PossibleFixtureState(fixture: fixture, actor: actor, targetPath: path, precondition: precondition, write: write)
      )
    }
    switch operation {
    case .read, .list: return possibleGrant(.any)
    case .create: return possibleGrant(.absent, PossibleWrite(path: path, kinds: .existing))
    case .overwrite: return possibleGrant(.exists, PossibleWrite(path: path, kinds: .existing))
    case .delete: return possibleGrant(.exists, PossibleWrite(path: path, kinds: .null))
    case .childWrite:
      for child in childPaths(location, path) {
        if let found = possibleGrant(.exists, PossibleWrite(path: child, kinds: .existing)) { return found }
      }
      return nil
    case .typeConfusedWrite:
      for write in typeConfusedWrites(location, path, fixture.data[path]) where exists {
        if let found = possibleGrant(.exists, write) { return found }
      }
      for write in typeConfusedWrites(location, path, .absent) {
        if let found = possibleGrant(.absent, write) { return found }
      }
      return nil
    }
  }

  /// The targets of a child write: the stored children, those that the rules name, and one with another name.
  private func childPaths(_ location: RuleLocation, _ path: RealtimePath) -> [RealtimePath] {
    let subject = fixture.subject
    var names = fixture.data[path].children.map(\.key)
    names += subject.children(of: location).compactMap { $0.keys.last?.literal.map { RealtimeKey($0.string) } }
    names.append(AccessOperation.undeclaredChild)
    return names.uniqued().filter { !subject.hasOwnWriteRules($0, below: location) }.map { path.child($0) }
  }

  /// Writes of other types than expected: to the node itself, to a list of users in it, and to a stored child.
  private func typeConfusedWrites(_ location: RuleLocation, _ path: RealtimePath, _ current: RealtimeNode)
    -> [PossibleWrite]
  {
    let simulator = RequestSimulator(
      fixture, actor, data: fixture.data.replacing(path, with: current), binding: binding)
    let confusion = TypeConfusion(fixture: fixture, actor: actor, binding: binding)
    let expectedValues = confusion.expectedValues(location, path, simulator, current)
    var writes = expectedValues.map { expected in
      PossibleWrite(path: path, kinds: PossibleValues.Kinds.existing.subtracting(expected.leaf?.kinds ?? .children))
    }
    for list in confusion.listsWithoutOwnRules(location, path) {
      writes.append(PossibleWrite(path: path, kinds: .children, inner: (list, .string)))
      writes.append(PossibleWrite(path: list, kinds: .string))
    }
    for (key, node) in current.children {
      guard let leaf = node.leaf, !fixture.subject.hasOwnWriteRules(key, below: location) else { continue }
      writes.append(PossibleWrite(path: path.child(key), kinds: PossibleValues.Kinds.existing.subtracting(leaf.kinds)))
    }
    return writes
  }
}
