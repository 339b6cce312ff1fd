import Diagnostics
import QueryModel

extension Interpreter {
  /// `reduce` and `fold`: a value that grows with each element of a list. Nil when the call is none.
  func fold(_ name: String, _ receiver: ScannedValue, _ arguments: [CallArgument], _ call: Call) -> ScannedValue? {
    guard ["reduce", "fold"].contains(name), arguments.count == 2,
      let place = arguments.firstIndex(where: { if case .function = $0.value { true } else { false } })
    else { return nil }
    let first = arguments[1 - place].value
    guard first.holdsQuery, case .function(let reference) = arguments[place].value else { return nil }
    let sequence = sequence(of: receiver)
    let outer = repetition
    repetition = deeper(sequence.repetition)
    defer { repetition = outer }
    func step(_ value: ScannedValue, _ element: ScannedValue) -> ScannedValue {
      apply(.function(reference), [CallArgument(value: value), CallArgument(value: element)])
    }
    if sequence.isKnown { return sequence.elements.reduce(first, step) }
    let once = step(first, sequence.elements.first ?? .unknown(UnknownValue()))
    // How many elements there are only the run knows.
    let grown = once.marked(grownFrom: first, at: location(nameSpan(call.callee)))
    return ScannedValue.oneOf(first.possibilities + grown.possibilities).limited
  }
}
