import SourceSemantics
import SourceSyntax
import SourceTokens

/// Dependency injection: what a provider makes is what those get who ask for its type.
///
/// `@Provides @Users fun users(): CollectionReference = db.collection("users")`
extension Evaluator {
  /// A function that makes something for others.
  struct Provider: Sendable {
    var key: FunctionKey
    /// Annotations that tell it from other providers of the same type, as they are written.
    var qualifiers: Set<String>
  }

  /// What a provider makes for a parameter; nil where none does, or where several may be meant.
  mutating func injected(_ parameter: ValueGraph.Parameter, of function: Int) -> ValueID? {
    let unit = unit(of: function)
    guard let type = parameter.type, !unit.words.providerAnnotations.isEmpty else { return nil }
    let wanted = qualifiers(of: parameter.node, in: unit)
    var meant = providers(of: unit.tree.name(type)).filter { wanted.isSubset(of: $0.qualifiers) }
    if wanted.isEmpty, meant.count > 1 { meant = meant.filter(\.qualifiers.isEmpty) }
    return meant.count == 1 ? made(by: meant[0].key) : nil
  }

  private mutating func made(by key: FunctionKey) -> ValueID? {
    guard busyProviders.insert(key).inserted else { return nil }
    defer { busyProviders.remove(key) }
    let place = function(key)
    guard let type = functions[place].type, let module = singleObject(type) ?? instance(of: type) else { return nil }
    let method = member(module, unit(of: place).tree.name(key.node), Site(function: place, node: key.node))
    let given = functions[place].graph.parameters.indices.map { rootValue(place, $0) }
    let call = CallShape(
      origin: origin(place, key.node), name: nil, labels: Array(repeating: .empty, count: given.count))
    let value = apply(method, given, shape(call)).value
    return isHandle(value) ? value : nil
  }

  private mutating func providers(of type: NameID) -> [Provider] {
    if let known = providerTable { return known[type] ?? [] }
    var table: [NameID: [Provider]] = [:]
    for (place, unit) in program.units.enumerated() where !unit.words.providerAnnotations.isEmpty {
      for scope in unit.scopes.scopes where unit.tree.kind(scope.node) == .function {
        let annotations = unit.tree.children(.annotation, of: scope.node)
        guard annotations.contains(where: { unit.words.providerAnnotations.contains(unit.tree.name($0)) }),
          let type = unit.tree.children(of: scope.node).first(where: { unit.tree.kind($0).isType })
        else { continue }
        let key = FunctionKey(unit: place, node: scope.node)
        let provider = Provider(key: key, qualifiers: qualifiers(of: scope.node, in: unit))
        table[unit.tree.name(type), default: []].append(provider)
      }
    }
    providerTable = table
    return table[type] ?? []
  }

  /// Annotations without the names around theirs, and without those that every provider and parameter may have.
  private func qualifiers(of node: NodeID, in unit: Program.Unit) -> Set<String> {
    let texts = unit.tree.children(.annotation, of: node).map { annotation -> String in
      let text = String(unit.tree.text(of: annotation).drop { $0 == "@" })
      let name = text.prefix { $0 != "(" }
      return (name.split { $0 == "." || $0 == ":" }.last.map(String.init) ?? "") + text.dropFirst(name.count)
    }
    return Set(texts.filter { !Self.unqualified.contains($0) && !$0.hasSuffix("Scoped") && !$0.hasSuffix("Scope") })
  }

  private static let unqualified: Set<String> = [
    "Provides", "Bean", "Produces", "Inject", "Autowired", "Singleton", "Reusable", "JvmStatic", "NonNull", "Nonnull",
    "NotNull", "Lazy", "Primary",
  ]
}
