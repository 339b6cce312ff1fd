import Diagnostics
import QueryModel

/// What instances of a type are made with anywhere, for the instance that stands for those the code makes unseen
/// (a view model, an adapter whose methods the platform calls).
extension Interpreter {
  /// Notes the arguments of a constructor.
  /// - Parameter object: what it makes; nil for the part that a base class has in an object.
  func noteConstruction(of type: Int, _ arguments: [CallArgument], object: Int? = nil, named name: String? = nil) {
    let info = index.types[type]
    let parameters = constructorParameters(of: info, arguments, named: name)
    var construction = Construction(type: type, name: name)
    for (parameter, given) in zip(parameters, assignment(of: arguments, to: parameters)) {
      guard let name = parameter.pattern.names.first else { continue }
      if isNothing(parameter, given) { construction.known[name] = .null }
      guard let value = value(of: parameter, given) else { continue }
      let (all, kept) = (value.possibilities, value.possibilities.compactMap(kept))
      if all.count == kept.count { construction.known[name] = ScannedValue.oneOf(kept) }
      construction.values += kept.map { (name, $0) }
    }
    // Made as the base class says.
    if !info.hasConstructor, !arguments.isEmpty, let base = base(of: type) {
      noteConstruction(of: base, arguments, named: name)
    }
    if let object, builders.keep(construction, of: object) { return }
    collect(construction)
  }

  /// Dart lets a call leave out only what may be null. A widget's `key` says nothing of what it shows.
  private func isNothing(_ parameter: Parameter, _ given: [CallArgument]) -> Bool {
    guard source.language == .dart, !parameter.isVariadic, parameter.pattern.names != ["key"] else { return false }
    guard let argument = given.first else { return parameter.defaultValue?.isNull ?? true }
    return argument.expression?.isNull == true
  }

  /// All that a parameter gets which takes any number of arguments.
  private func value(of parameter: Parameter, _ given: [CallArgument]) -> ScannedValue? {
    guard parameter.isVariadic else { return given.first?.value ?? defaultValue(parameter) }
    guard given.allSatisfy({ $0.expression?.isSpread != true }) else { return nil }
    return .list(ScannedList(given.map(\.value)))
  }

  /// Several values for a parameter that takes any number of them are spread.
  private func argument(_ name: String, _ value: ScannedValue, _ parameters: [Parameter]) -> CallArgument {
    let isVariadic = parameters.contains { $0.isVariadic && $0.pattern.names.first == name }
    let nowhere = Span(0, 0)
    let spread = Expression(.spread(Expression(.other([]), nowhere)), nowhere)
    return CallArgument(label: name, value: value, expression: isVariadic ? spread : nil)
  }

  func collect(_ construction: Construction) {
    // Of widgets all uses count, also one of which nothing is known.
    let isDart = index.files[index.types[construction.type].file].source.language == .dart
    if isDart || !construction.known.isEmpty {
      let known = KnownConstruction(name: construction.name, arguments: construction.known)
      properties.collectConstruction(of: construction.type, known)
    }
    for (name, value) in construction.values {
      properties.collect(value, for: Self.argumentName(name), of: .type(construction.type))
    }
  }

  /// What of a value is known, and means the same when everything is evaluated again; nil: nothing.
  private func kept(_ value: ScannedValue) -> ScannedValue? {
    switch value {
    case .instance(let instance): return isEnumCase(instance) ? value : nil
    case .record(var entries):
      var saysSomething = false
      for place in entries.indices {
        let parts = entries[place].value.possibilities.compactMap(kept)
        saysSomething = saysSomething || !parts.isEmpty
        let isWhole = parts.count == entries[place].value.possibilities.count
        entries[place].value =
          isWhole ? ScannedValue.oneOf(parts) : .unknown(UnknownValue(.other, name: entries[place].key))
      }
      return saysSomething ? .record(entries) : nil
    default: return value.isKeptBetweenRuns && !value.isUnknownPlace ? value : nil
    }
  }

  /// The arguments that are known of such an instance. A plain value that a parameter has unless another is given may
  /// as well be another one; an object of an SDK rarely is.
  func knownArguments(of type: Int, _ parameters: [Parameter]) -> [CallArgument] {
    // What differs together belongs together: instances of each kind are roots of their own.
    let isApart = properties.constructions[type].map(Self.differ) ?? false
    return parameters.compactMap { parameter in
      guard let name = parameter.pattern.names.first else { return nil }
      if !isApart, let value = properties.reading(Self.argumentName(name), of: .type(type), initial: nil) {
        return argument(name, value, parameters)
      }
      if isAlwaysNothing(name, of: type) { return argument(name, .null, parameters) }
      guard let value = defaultValue(parameter), value.isPlain else { return nil }
      let unknown = unknownParameter(parameter)
      return CallArgument(label: name, value: value.decidesShapes ? .oneOf([value, unknown]) : unknown)
    }
  }

  /// Every place that makes an instance leaves an argument out.
  func isAlwaysNothing(_ name: String, of type: Int) -> Bool {
    knownMakings.contains(type) && properties.constructions[type]?.allSatisfy { $0.arguments[name] == .null } == true
  }

  /// Whether more than one of the arguments is another one in another place.
  private static func differ(_ sites: [KnownConstruction]) -> Bool {
    let names = Set(sites.flatMap(\.arguments.keys))
    return names.filter { name in Set(sites.map { $0.arguments[name] }).count > 1 }.count > 1
  }

  /// The instances that the code makes of a type with different known arguments.
  func madeInstances(of type: Int) -> [ScannedValue] {
    if let made = made[type] { return made }
    if let widget = widget(ofState: type) { return states(of: type, showing: widget) }
    guard let sites = properties.constructions[type], Self.differ(sites) else { return [] }
    made[type] = []
    let values = sites.map { site in
      let parameters = constructorParameters(of: index.types[type], [], named: site.name)
      let arguments =
        site.arguments.keys.sorted().map { argument($0, site.arguments[$0] ?? .null, parameters) }
        + passed(parameters, besides: site.arguments, of: type)
      return instance(of: type, arguments, named: site.name)
    }
    made[type] = values
    return values
  }

  /// What a use of a widget leaves out is known: anything else it passes, whatever that is.
  private func passed(
    _ parameters: [Parameter], besides known: [String: ScannedValue], of type: Int
  ) -> [CallArgument] {
    guard index.files[index.types[type].file].source.language == .dart else { return [] }
    return parameters.compactMap { parameter in
      guard !parameter.isVariadic, let name = parameter.pattern.names.first, known[name] == nil else { return nil }
      let unknown = UnknownValue(.parameter, name: name, type: parameter.type)
      return CallArgument(label: name, value: .unknown(unknown))
    }
  }

  private func defaultValue(_ parameter: Parameter) -> ScannedValue? {
    parameter.defaultValue.map { value in silently { evaluate(value, as: parameter.type) } }
  }

  private func constructorParameters(
    of info: TypeInfo, _ arguments: [CallArgument], named name: String?
  ) -> [Parameter] {
    if let id = chosen(constructors(of: info, named: name), arguments) { return index.functions[id].parameters }
    return info.constructorParameters
  }

  /// No property is called like this.
  private static func argumentName(_ parameter: String) -> String { "(\(parameter))" }
}

extension ScannedValue {
  /// Means the same when everything is evaluated again: objects and functions are numbered anew.
  fileprivate var isKeptBetweenRuns: Bool {
    switch self {
    case .instance, .function, .record, .unknown, .null: false
    case .list(let list): !list.isOpen && !list.elements.isEmpty && list.elements.allSatisfy(\.isPartOfQuery)
    default: true
    }
  }

  fileprivate var isPartOfQuery: Bool { if case .constraint = self { true } else { false } }

  /// Text, number, truth or nothing.
  fileprivate var isPlain: Bool {
    switch self {
    case .null, .boolean, .integer, .scalar, .text, .list, .instance: true
    default: false
    }
  }

  /// A name or nothing: with it a query may look different, not only compare with something else.
  fileprivate var decidesShapes: Bool {
    switch self {
    case .null, .text: true
    default: false
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

extension Expression {
  fileprivate var isNull: Bool { if case .null = kind { true } else { false } }
}
