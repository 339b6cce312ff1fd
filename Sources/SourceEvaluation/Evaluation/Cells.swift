import SourceSemantics
import SourceSyntax
import SourceTokens

/// Variables that functions inside of their own give other values: in no order, each when it has run.
extension Evaluator {
  /// What functions find in a variable of a function around them; nil where nothing inside changes it.
  mutating func cell(_ name: NameID, of function: Int) -> ValueID? {
    let key = CellKey(function: function, name: name)
    if let known = cells[key] { return known }
    let writers = writers(of: key)
    guard !writers.isEmpty else { return nil }
    guard busyCells.insert(key).inserted else { return symbol(.cell(function: function, name: name)) }
    let outerCycle = openCycle()
    let own = functions[function].graph.exits[name].map { value($0, of: function) } ?? ValueArena.absent
    let result = written(own, key, writers)
    busyCells.remove(key)
    if closeCycle(outerCycle) || isLastAttempt(.cell(key)) { cells[key] = result }
    return result
  }

  /// The same in the function itself, behind those that change it.
  mutating func shared(_ name: NameID, _ current: ValueID, of function: Int) -> ValueID {
    let key = CellKey(function: function, name: name)
    guard busyCells.insert(key).inserted else { return current }
    let result = written(current, key, writers(of: key))
    busyCells.remove(key)
    return result
  }

  private mutating func writers(of key: CellKey) -> [Int] {
    let own = functions[key.function].key
    let scopes = program.units[own.unit].scopes
    guard let scope = scopes.scope(of: own.node), let places = scopes.writers[scope]?[key.name] else { return [] }
    let inPlace = functions[key.function].graph.inPlace.compactMap { scopes.scope(of: $0) }
    return places.filter { place in !inPlace.contains { scopes.lies(place, in: $0) } }.map {
      self.function(FunctionKey(unit: own.unit, node: scopes.scopes[$0].node))
    }
  }

  private mutating func written(_ own: ValueID, _ key: CellKey, _ writers: [Int]) -> ValueID {
    var result = own
    for writer in writers {
      for write in functions[writer].graph.outerWrites where write.name == key.name {
        let value = withoutInner(value(write.value, of: writer), writer, key.function)
        if value == own || value == symbol(.cell(function: key.function, name: key.name)) { continue }
        let subject = arena.unknown(.operation, origin(writer, write.site, extra: 3))
        let happened = diagrams.condition(Atom(SubjectID(subject.raw), .opaque(0)))
        result = result == ValueArena.absent ? value : choose(happened, value, result)
      }
    }
    let found = Binding.Pair(
      symbol: symbol(.cell(function: key.function, name: key.name)),
      value: own == ValueArena.absent ? ValueArena.null : own)
    return substitute(result, binding([found]))
  }

  /// A value with nothing left of what callers of a function, and of those between it and another one, say.
  mutating func withoutInner(_ value: ValueID, _ function: Int, _ outer: Int) -> ValueID {
    var pairs: [Binding.Pair] = []
    var next: Int? = function
    while let place = next, place != outer {
      for index in functions[place].graph.parameters.indices {
        let symbol = symbol(.parameter(function: place, place: index))
        pairs.append(Binding.Pair(symbol: symbol, value: rootValue(of: symbol)))
      }
      for index in functions[place].graph.loops.indices {
        let symbol = symbol(.element(function: place, loop: index))
        pairs.append(Binding.Pair(symbol: symbol, value: rootValue(of: symbol)))
      }
      next = functions[place].outer
    }
    return substitute(value, binding(pairs))
  }
}
