import QueryModel

/// What instances of a type are made with anywhere, for the instance that stands for those the code makes unseen
/// (a view model, an adapter whose methods the platform calls).
extension Interpreter {
  /// Notes the arguments of a constructor.
  func noteConstruction(of type: Int, _ arguments: [CallArgument]) {
    let info = index.types[type]
    let parameters = constructorParameters(of: info, arguments)
    for (parameter, given) in zip(parameters, assignment(of: arguments, to: parameters)) {
      guard let name = parameter.pattern.names.first, let value = given.first?.value else { continue }
      for single in value.possibilities where single.isKeptBetweenRuns && !single.isUnknownPlace {
        properties.collect(single, for: Self.argumentName(name), of: .type(type))
      }
    }
  }

  /// The arguments that are known of such an instance; none when nothing is.
  func knownArguments(of type: Int, _ parameters: [Parameter]) -> [CallArgument] {
    parameters.compactMap { parameter in
      guard let name = parameter.pattern.names.first,
        let value = properties.reading(Self.argumentName(name), of: .type(type), initial: nil)
      else { return nil }
      return CallArgument(label: name, value: value)
    }
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
