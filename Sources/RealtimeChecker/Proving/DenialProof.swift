import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Whether the rules refuse every request of a sort, whatever is written and whatever stands in data that was made up.
struct DenialProof {
  let fixture: RulesFixture
  let actor: RealtimeActor
  let binding: Binding

  /// What may yet allow a request: nil is a proof that nothing does.
  func obstacle(_ world: PossibleWorld) -> Condition? {
    let path = world.write?.path ?? world.targetPath
    let line = line(to: path)
    let kind: Rule.Kind = world.write == nil ? .read : .write
    guard let grant = first(kind, on: line, world, where: \.canBeTrue) else { return nil }
    guard let write = world.write else { return grant }
    for (depth, location) in line.enumerated() {
      let ancestorPath = RealtimePath(Array(path.keys.prefix(depth)))
      // Where nothing may remain, nothing may be asked.
      if world.node(.after, ancestorPath).kinds.contains(.null) { continue }
      if first(.validate, on: [location], at: depth, world, where: { !$0.canBeTrue }) != nil { return nil }
    }
    guard let inner = write.inner else { return grant }
    for (depth, location) in self.line(to: inner.path).enumerated().dropFirst(line.count) {
      if first(.validate, on: [location], at: depth, world, inner.path, where: { !$0.canBeTrue }) != nil { return nil }
    }
    return grant
  }

  /// The locations of the rules from the root to a path, as far as there are any.
  private func line(to path: RealtimePath) -> [RuleLocation] {
    guard var location = fixture.subject.locations.first else { return [] }
    var line = [location]
    for key in path.keys {
      guard let child = fixture.subject.child(key.text, of: location) ?? fixture.subject.variableChild(of: location)
      else {
        break
      }
      line.append(child)
      location = child
    }
    return line
  }

  private func first(
    _ kind: Rule.Kind, on line: [RuleLocation], at start: Int = 0, _ world: PossibleWorld, _ path: RealtimePath? = nil,
    where test: (PossibleValues) -> Bool
  ) -> Condition? {
    let path = path ?? world.write?.path ?? world.targetPath
    for (index, location) in line.enumerated() {
      let ancestorPath = RealtimePath(Array(path.keys.prefix(start + index)))
      for condition in location.conditions(kind) {
        let outcome = PossibleOutcome(
          world: world, location: ancestorPath, variables: variables(location, ancestorPath))
        if test(outcome.values(condition.rule.expression)) { return condition }
      }
    }
    return nil
  }

  private func variables(_ location: RuleLocation, _ path: RealtimePath) -> [Text: PossibleValues] {
    var values: [Text: PossibleValues] = [:]
    for (above, key) in zip(fixture.subject.line(to: location).dropFirst(), path.keys) {
      guard let variable = above.variable else { continue }
      let isUser = fixture.subject.isUserKey(above) && binding.variables[variable] == key
      values[variable] = PossibleValues(.string, only: isUser ? .userKey(key.text) : .key(key.text))
    }
    return values
  }
}

// MARK: Deeds

extension DenialProof {
  /// The same for what somebody does at a location.
  func obstacle(_ deed: Deed, at location: RuleLocation, _ path: RealtimePath, stands: Bool) -> Condition? {
    func obstacle(_ target: PossibleWorld.Target, _ write: PossibleWrite? = nil) -> Condition? {
      self.obstacle(PossibleWorld(fixture: fixture, actor: actor, targetPath: path, target: target, write: write))
    }
    switch deed {
    case .read, .list: return obstacle(.anything)
    case .create: return obstacle(.free, PossibleWrite(path: path, kinds: .existing))
    case .overwrite: return obstacle(.stands, PossibleWrite(path: path, kinds: .existing))
    case .delete: return obstacle(.stands, PossibleWrite(path: path, kinds: .null))
    case .change:
      for child in changed(location, path) {
        if let found = obstacle(.stands, PossibleWrite(path: child, kinds: .existing)) { return found }
      }
      return nil
    case .confuse:
      for write in confused(location, path, fixture.data[path]) where stands {
        if let found = obstacle(.stands, write) { return found }
      }
      for write in confused(location, path, .absent) {
        if let found = obstacle(.free, write) { return found }
      }
      return nil
    }
  }

  /// The children that a sub-path write is about: those that stand there, those that the rules name, and any other.
  private func changed(_ location: RuleLocation, _ path: RealtimePath) -> [RealtimePath] {
    let subject = fixture.subject
    var names = fixture.data[path].children.map(\.key)
    names += subject.children(of: location).compactMap { $0.keys.last?.literal.map { RealtimeKey($0.string) } }
    names.append(Deeds.otherChild)
    var seen: Set<RealtimeKey> = []
    return names.filter { seen.insert($0).inserted && !subject.isRow($0, below: location) }.map { path.child($0) }
  }

  /// Writes of another kind than is expected: of the whole, of a list of users in it, of a child that stands there.
  private func confused(_ location: RuleLocation, _ path: RealtimePath, _ current: RealtimeNode) -> [PossibleWrite] {
    let simulator = RequestSimulator(
      fixture, actor, data: fixture.data.replacing(path, with: current), binding: binding)
    let confusion = Confusion(fixture: fixture, actor: actor, binding: binding)
    let shapes = confusion.shapes(location, path, simulator, current)
    var writes = shapes.map { shape in
      PossibleWrite(path: path, kinds: PossibleValues.Kinds.existing.subtracting(shape.leaf?.kinds ?? .children))
    }
    for list in confusion.openLists(location, path) {
      writes.append(PossibleWrite(path: path, kinds: .children, inner: (list, .string)))
      writes.append(PossibleWrite(path: list, kinds: .string))
    }
    for (key, node) in current.children {
      guard let leaf = node.leaf, !fixture.subject.isRow(key, below: location) else { continue }
      writes.append(PossibleWrite(path: path.child(key), kinds: PossibleValues.Kinds.existing.subtracting(leaf.kinds)))
    }
    return writes
  }
}
