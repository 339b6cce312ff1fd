import SourceSemantics

/// Objects that live on in fields and in variables of units.
extension Evaluator {
  /// An object that something holds, as whoever reads it finds it: its methods may have been called before.
  mutating func lasting(_ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .object where !arena.isOpen(value) && mayAsk(lineage(Int(arena[value].payload))):
      if let known = rested[value] { return known }
      // Whatever it leads to holds it as it is.
      rested[value] = value
      let result = atRest(value)
      rested[value] = result
      rested[result] = result
      return result
    case .choice: return mapAlternatives(value) { $0.lasting($1) }
    default: return value
    }
  }

  /// Whether a method of one of the classes may ask a database.
  mutating func mayAsk(_ classes: [Int]) -> Bool {
    classes.contains { type in
      if let known = askingTypes[type] { return known }
      let asks = methods(type).contains { relevance.contains(functions[$0].key) }
      askingTypes[type] = asks
      return asks
    }
  }
}
