import QueryModel

/// What instances of a type are made with anywhere, for the instance that stands for those the code makes unseen
/// (a view model, an adapter whose methods the platform calls).
extension Interpreter {
  /// Notes the arguments of a constructor.
  func noteConstruction(of type: Int, _ arguments: [CallArgument]) {
    let info = index.types[type]
    let parameters = constructorParameters(of: info, arguments)
    var known: [String: ScannedValue] = [:]
    defer { if !known.isEmpty { properties.collectConstruction(of: type, known) } }
    for (parameter, given) in zip(parameters, assignment(of: arguments, to: parameters)) {
      guard let name = parameter.pattern.names.first, let value = given.first?.value else { continue }
      if value.possibilities.allSatisfy({ $0.isKeptBetweenRuns && !$0.isUnknownPlace }) { known[name] = value }
      for single in value.possibilities where single.isKeptBetweenRuns && !single.isUnknownPlace {
        properties.collect(single, for: Self.argumentName(name), of: .type(type))
      }
    }
  }

  /// The arguments that are known of such an instance; none when nothing is.
  func knownArguments(of type: Int, _ parameters: [Parameter]) -> [CallArgument] {
    // What differs together belongs together: instances of each kind are roots of their own.
    if properties.constructions[type].map(Self.differ) ?? false { return [] }
    return parameters.compactMap { parameter in
      guard let name = parameter.pattern.names.first,
        let value = properties.reading(Self.argumentName(name), of: .type(type), initial: nil)
      else { return nil }
      return CallArgument(label: name, value: value)
    }
  }

  /// Whether more than one of the arguments is another one in another place.
  private static func differ(_ sites: [[String: ScannedValue]]) -> Bool {
    let names = Set(sites.flatMap(\.keys))
    return names.filter { name in Set(sites.map { $0[name] }).count > 1 }.count > 1
  }

  /// The instances that the code makes of a type with different known arguments.
  func madeInstances(of type: Int) -> [ScannedValue] {
    guard let sites = properties.constructions[type], Self.differ(sites) else { return [] }
    if let made = made[type] { return made }
    made[type] = []
    let values = sites.map { site in
      let arguments = site.keys.sorted().map { CallArgument(label: $0, value: site[$0] ?? .null) }
      return instance(of: type, arguments)
    }
    made[type] = values
    return values
  }

  private func constructorParameters(of info: TypeInfo, _ arguments: [CallArgument]) -> [Parameter] {
    if let id = chosen(info.constructors, arguments) { return index.functions[id].parameters }
    return info.constructorParameters
  }

  /// No property is called like this.
  private static func argumentName(_ parameter: String) -> String { "(\(parameter))" }
}

extension ScannedValue {
  /// Means the same when everything is evaluated again: objects and functions are numbered anew.
  fileprivate var isKeptBetweenRuns: Bool {
    switch self {
    case .instance, .function, .record, .list, .unknown, .null: false
    default: true
    }
  }

  /// A query or document of which not even the place is known: where another value is known, it says nothing.
  var isUnknownPlace: Bool {
    switch self {
    case .query(let draft): draft.unresolved.contains { $0.kind == .collection }
    case .document(let document): !document.isKnown
    case .realtime(let draft): draft.unresolved.contains { $0.kind == .collection }
    default: false
    }
  }
}
