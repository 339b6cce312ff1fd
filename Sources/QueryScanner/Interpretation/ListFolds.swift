import Diagnostics
import QueryModel

extension Interpreter {
  /// `reduce` and `fold`: a value that grows with each element of a list. Nil when the call is none.
  func fold(_ name: String, _ receiver: ScannedValue, _ arguments: [CallArgument], _ call: Call) -> ScannedValue? {
    if source.language == .python {
      // `reduce(function, elements, first)`
      guard name == "reduce", arguments.count == 3 else { return nil }
      return grown(from: arguments[2].value, by: arguments[0].value, over: arguments[1].value, call)
    }
    guard ["reduce", "fold"].contains(name), arguments.count == 2,
      let place = arguments.firstIndex(where: { if case .function = $0.value { true } else { false } })
    else { return nil }
    return grown(from: arguments[1 - place].value, by: arguments[place].value, over: receiver, call)
  }

  private func grown(
    from first: ScannedValue, by function: ScannedValue, over elements: ScannedValue, _ call: Call
  ) -> ScannedValue? {
    guard first.holdsQuery, case .function(let reference) = function else { return nil }
    let sequence = sequence(of: elements)
    let outer = repetition
    repetition = deeper(sequence.repetition)
    defer { repetition = outer }
    func step(_ value: ScannedValue, _ element: ScannedValue) -> ScannedValue {
      apply(.function(reference), [CallArgument(value: value), CallArgument(value: element)], isOpen: true)
    }
    if sequence.isKnown { return sequence.elements.reduce(first, step) }
    let once = step(first, sequence.elements.first ?? .unknown(UnknownValue()))
    // How many elements there are only the run knows.
    let grown = once.marked(grownFrom: first, at: location(nameSpan(call.callee)))
    return ScannedValue.oneOf(first.possibilities + grown.possibilities).limited
  }
}
