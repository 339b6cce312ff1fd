import Diagnostics
import QueryModel

extension Interpreter {
  /// A chain some of whose links the author of a document has left out (`...`): constraints of which nothing is known.
  func constrainedSomehow(_ receiver: ScannedValue, _ call: Call) -> ScannedValue {
    markUsed(receiver)
    let place = location(nameSpan(call.callee))
    let values = receiver.possibilities.map { value -> ScannedValue in
      switch value {
      case .query(let draft): built(.query(draft.noting(.constraint, at: place)), place.span)
      case .realtime(let draft): .realtime(draft.adding(.constraint, at: place))
      default: .unknown(UnknownValue())
      }
    }
    return ScannedValue.oneOf(values)
  }
}
