import FirestoreModel

enum PathMethods {
  static let signatures = [BuiltinSignature(.path, "bind", [.map], .path)]

  static func call(_ method: BuiltinMethod, _ path: RulePath, _ arguments: [RuleValue]) -> RuleOutcome? {
    guard method == .bind, arguments.count == 1, case .map(let values) = arguments[0] else { return nil }
    return bind(path, values)
  }

  /// Every placeholder needs a value, and every value a placeholder.
  private static func bind(_ path: RulePath, _ values: RuleMap) -> RuleOutcome {
    var bound: [Text] = []
    var used = Set<Text>()
    for segment in path.segments {
      guard let name = placeholder(segment) else {
        bound.append(segment)
        continue
      }
      guard let value = values[name] else {
        return .error(.invalidArgument(function: "path.bind", argument: name.string))
      }
      switch segments(of: value) {
      case .success(let segments):
        bound += segments
        if bound.count > SizeLimit.nodeCount { return .error(.sizeLimit(operation: "path.bind")) }
      case .failure(let error): return .error(error)
      }
      used.insert(name)
    }
    if let unused = values.keys.first(where: { !used.contains($0) }) {
      return .error(.invalidArgument(function: "path.bind", argument: unused.string))
    }
    return .value(.path(RulePath(bound)))
  }

  /// The name in a segment `{name}`.
  private static func placeholder(_ segment: Text) -> Text? {
    let bytes = segment.string.utf8
    guard bytes.count > 2, bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else { return nil }
    return Text(String(segment.string.dropFirst().dropLast()))
  }

  /// What a value becomes where a path literal has `$(value)`. An int is its decimal text, and a string with a slash is
  /// refused (neither has been recorded).
  static func segments(of value: RuleValue) -> Result<[Text], EvaluationError> {
    switch value {
    case .string(let text):
      if text.string.utf8.contains(UInt8(ascii: "/")) {
        return .failure(.invalidArgument(function: "path", argument: text.string))
      }
      return .success([text])
    case .integer(let integer): return .success([Text(String(integer))])
    case .path(let path): return .success(path.segments)
    case .null: return .failure(.nullValue)
    case .boolean, .float, .bytes, .timestamp, .duration, .geoPoint, .list, .map, .set, .mapDiff:
      return .failure(.invalidPathSegment(value.type))
    }
  }
}

extension RulePath {
  /// Reads `/a/b` or `a/b`; nil when a segment is empty. `{name}` stays as it is, for `bind`.
  init?(parsing text: Text) {
    var bytes = Substring(text.string).utf8
    if bytes.first == UInt8(ascii: "/") { bytes = bytes.dropFirst() }
    if bytes.isEmpty {
      self.init([])
      return
    }
    let segments = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard segments.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(segments.map { Text(String(Substring($0))) })
  }

  /// `/a/b`.
  package var text: String { segments.isEmpty ? "/" : segments.map { "/\($0)" }.joined() }
}
