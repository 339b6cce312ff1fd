import SourceSemantics
import SourceSyntax
import SourceTokens

/// Variables of which the code only says that there is nothing in them at first: each is a place for what comes later,
/// whoever puts it there.
extension Evaluator {
  /// What a variable of a unit or of a class body may hold later; nil where it cannot change.
  mutating func something(_ name: NameID, of body: Int) -> ValueID? {
    let field = functions[body].graph.fields.last { $0.name == name }
    if let field, field.isConstant { return nil }
    let node = functions[body].key.node
    if let field, functions[body].graph[field.type].operation != .absent {
      let type = value(field.type, of: body)
      if let typed = value(ofType: type, Site(function: body, node: node), name) { return typed }
    }
    return later(name, of: body)
  }

  /// The same of a field that a class or one of its bases has, or only their objects.
  mutating func something(_ name: NameID, ofClass type: Int) -> ValueID {
    for place in parts(type) {
      let body = function(types[place].key)
      let graph = functions[body].graph
      guard graph.exits[name] != nil || graph.fields.contains(where: { $0.name == name }) else { continue }
      if let value = something(name, of: body) { return value }
    }
    return later(name, of: function(types[type].key))
  }

  private mutating func later(_ name: NameID, of body: Int) -> ValueID {
    let place = origin(body, functions[body].key.node, extra: name.raw)
    unknownNames[place] = name
    return arena.unknown(.undeclared, place)
  }
}
