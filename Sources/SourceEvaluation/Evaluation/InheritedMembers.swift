import SourceSemantics
import SourceSyntax
import SourceTokens

/// What rows say of classes that are not read and that classes of the code extend.
extension Evaluator {
  /// A member that rows give to all objects, perhaps by a type argument of a base: `State<W>.widget`.
  mutating func inheritedMember(_ object: ValueID, _ name: NameID, _ site: Site) -> ValueID? {
    let rows = models.methods(.object, name, isCall: false)
    guard !rows.isEmpty else { return nil }
    let types = typeArguments(ofBasesOf: Int(arena[object].payload))
    for row in rows {
      guard case .value(let expression) = models[row].meaning, !models[row].takesType || !types.isEmpty else {
        continue
      }
      var context = RowContext(row: row, receiver: object, arguments: [], origin: origin(site.function, site.node))
      context.types = types
      if let value = evaluate(expression, &context) { return value }
    }
    return nil
  }

  /// Classes that are read, among the type arguments of the bases of a class; the nearest first.
  private mutating func typeArguments(ofBasesOf type: Int) -> [ValueID] {
    lineage(type).flatMap { place -> [ValueID] in
      let body = function(types[place].key)
      return functions[body].graph.baseArguments.map { value($0, of: body) }.filter { arena.kind($0) == .type }
    }
  }
}
