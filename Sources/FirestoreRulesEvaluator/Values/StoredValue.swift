package import FirestoreModel

extension RuleValue {
  /// A value of a document. Lists and maps stay as they are stored.
  package init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .float(value)
    case .timestamp(let value): self = .timestamp(RuleTimestamp(value))
    case .string(let value): self = .string(value)
    case .bytes(let value): self = .bytes(value)
    case .reference(let name): self = .path(RulePath(name.path, database: name.database.database))
    case .geoPoint(let value): self = .geoPoint(value)
    case .array(let values): self = .list(.stored(values))
    case .vector(let components): self = .map(.built(.vector(components)))
    case .map(let map): self = .map(.stored(map))
    }
  }

  /// The value that a document would hold, nil for what documents cannot hold: durations, sets, differences of maps,
  /// points in time between two microseconds, and paths that do not name a document.
  ///
  /// - Parameter project: of the references that paths become; a path does not show its project.
  package func storedValue(project: Text) -> Value? {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .float(let value): .double(value)
    case .string(let value): .string(value)
    case .bytes(let value): .bytes(value)
    case .timestamp(let value): value.stored.map(Value.timestamp)
    case .geoPoint(let value): .geoPoint(value)
    case .path(let path): path.documentName(project: project).map(Value.reference)
    case .list(let list): list.storedValue(project: project)
    case .map(let map): map.storedValue(project: project)
    case .duration, .set, .mapDiff: nil
    }
  }

  /// As ``storedValue(project:)`` for values without paths; nil when there is one.
  package var storedValue: Value? {
    switch self {
    case .path: nil
    case .list(.stored), .map(.stored): storedValue(project: "")
    case .list(.built(let values)):
      values.contains { $0.storedValue == nil } ? nil : storedValue(project: "")
    case .map(.built(let map)):
      map.entries.contains { $0.value.storedValue == nil } ? nil : storedValue(project: "")
    case .null, .boolean, .integer, .float, .string, .bytes, .timestamp, .geoPoint, .duration, .set, .mapDiff:
      storedValue(project: "")
    }
  }
}

extension RuleList {
  fileprivate func storedValue(project: Text) -> Value? {
    switch self {
    case .stored(let values): return .array(values)
    case .built(let values):
      let stored = values.compactMap { $0.storedValue(project: project) }
      return stored.count == values.count ? .array(stored) : nil
    }
  }
}

extension RuleMap {
  fileprivate func storedValue(project: Text) -> Value? {
    switch self {
    case .stored(let map): return .map(map)
    case .built(let map):
      let fields = map.entries.compactMap { entry in
        entry.value.storedValue(project: project).map { MapValue.Field(name: entry.key, value: $0) }
      }
      return fields.count == map.entries.count ? .map(MapValue(fields)) : nil
    }
  }
}

extension BuiltMap {
  /// How rules see a vector has not been recorded: taken as the map that the wire format makes of it.
  fileprivate static func vector(_ components: [Double]) -> BuiltMap {
    BuiltMap([
      Entry(key: "__type__", value: .string("__vector__")),
      Entry(key: "value", value: .list(.stored(components.map(Value.double)))),
    ])
  }
}

extension RuleTimestamp {
  package init(_ timestamp: Timestamp) {
    self.init(seconds: timestamp.seconds, nanoseconds: timestamp.nanoseconds)
  }

  /// Nil when documents cannot hold this point in time: between two microseconds, or outside 0001…9999.
  package var stored: Timestamp? {
    nanoseconds % 1000 == 0 ? Timestamp(seconds: seconds, nanoseconds: nanoseconds) : nil
  }
}

extension RulePath {
  /// `/databases/<database>/documents/<path>`. No project: live rules have been seen to equal exactly this form.
  package init(_ path: DocumentPath, database: Text) {
    self.init(["databases", database, "documents"] + path.segments)
  }

  /// The document that this path names in the given database; nil when it names none, or one of another database.
  package func document(in database: Text) -> DocumentPath? {
    guard segments.count > 3, segments[0] == "databases", segments[1] == database, segments[2] == "documents" else {
      return nil
    }
    return DocumentPath(segments: Array(segments.dropFirst(3)))
  }

  fileprivate func documentName(project: Text) -> DocumentName? {
    guard segments.count > 1, let path = document(in: segments[1]) else { return nil }
    return DocumentName(database: DatabaseName(project: project, database: segments[1]), path: path)
  }
}
