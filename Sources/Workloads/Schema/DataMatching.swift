package import FirestoreModel

extension Workload {
  /// The `data` entry whose documents look like those at `path`: the same pattern, else the first with the same
  /// collections.
  package func dataEntry(for path: PathPattern) -> DataEntry? {
    data.first { $0.path.hasSameParts(as: path) } ?? data.first { $0.path.hasSameCollections(as: path) }
  }

  /// Background writes without `for` repeat for the loops of the `data` entry of the same pattern that their path uses.
  mutating func inheritLoops() {
    for index in background.indices where background[index].write.loops.isEmpty {
      let path = background[index].write.path
      guard let entry = data.first(where: { $0.path.hasSameParts(as: path) }) else { continue }
      background[index].write.loops = entry.loops.filter { path.uses(variable: $0.variable) }
    }
  }
}

extension DataEntry {
  /// The loop variables' values in the path of one of the entry's documents.
  package func loopBindings(of segments: [Text]) -> [String: Value] {
    var bindings: [String: Value] = [:]
    for (pattern, segment) in zip(path.segments, segments) {
      guard case .variable(let name)? = pattern.singleExpression?.root.kind,
        let loop = loops.first(where: { $0.variable == name })
      else { continue }
      switch loop.values {
      case .range: bindings[name] = Int64(segment.string).map(Value.integer) ?? .string(segment)
      case .list(let values):
        bindings[name] = values.map(\.value).first { $0.interpolationText == segment.string } ?? .string(segment)
      }
    }
    return bindings
  }
}

extension PathPattern {
  /// Equal apart from where it is written.
  package func hasSameParts(as other: PathPattern) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { $0.sourceText == $1.sourceText }
  }

  /// Equal collection ids at every level, and equal document ids where both are fixed.
  package func hasSameCollections(as other: PathPattern) -> Bool {
    guard segments.count == other.segments.count else { return false }
    return zip(segments, other.segments).enumerated().allSatisfy { position, pair in
      if position.isMultiple(of: 2) { return pair.0.sourceText == pair.1.sourceText }
      guard let first = pair.0.literal, let second = pair.1.literal else { return true }
      return Text(first) == Text(second)
    }
  }

  func uses(variable: String) -> Bool { segments.contains { $0.uses(variable: variable) } }

  /// As it is written: `Chats/{chat}/Messages/{auto}`.
  package var sourceText: String { segments.map(\.sourceText).joined(separator: "/") }
}

extension TextTemplate {
  /// As it is written.
  package var sourceText: String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .expression(let expression): "{\(expression.text)}"
      case .newID: "{auto}"
      case .anyChild: "{any}"
      case .latestChild: "{latest}"
      }
    }.joined()
  }

  package func uses(variable: String) -> Bool {
    parts.contains { part in
      guard case .expression(let expression) = part else { return false }
      return expression.uses(variable: variable)
    }
  }
}

extension Expression {
  package func uses(variable: String) -> Bool {
    var found = false
    root.visit { node in
      switch node.kind {
      case .variable(let name), .member(let name, _): if name == variable { found = true }
      case .literal, .unary, .binary, .call, .count, .extreme: break
      }
    }
    return found
  }
}
