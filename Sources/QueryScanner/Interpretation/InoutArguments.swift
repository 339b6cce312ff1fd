import Diagnostics
import QueryModel

/// A variable that a call may change: Swift's `&query`.
struct InoutArgument {
  var parameter: String
  var slot: Slot
}

extension Interpreter {
  /// The variables of the caller that a function gets to change; asked in the caller's scope.
  func inoutArguments(of arguments: [CallArgument], to parameters: [Parameter]) -> [InoutArgument] {
    guard arguments.contains(where: isInout) else { return [] }
    if parameters.isEmpty {
      // `{ $0 = $0.limit(to: 5) }`
      return arguments.enumerated().compactMap { place, argument in
        guard isInout(argument), let slot = argument.expression.flatMap(slot) else { return nil }
        return InoutArgument(parameter: "$\(place)", slot: slot)
      }
    }
    return zip(parameters, assignment(of: arguments, to: parameters)).compactMap { parameter, chosen in
      guard chosen.count == 1, isInout(chosen[0]), let name = parameter.pattern.names.first,
        let slot = chosen[0].expression.flatMap(slot)
      else { return nil }
      return InoutArgument(parameter: name, slot: slot)
    }
  }

  private func isInout(_ argument: CallArgument) -> Bool { argument.expression.map(isInout) ?? false }

  func isInout(_ argument: Expression) -> Bool {
    guard source.language == .swift else { return false }
    let start = argument.span.start
    let bytes = source.text.bytes
    return [start, start - 1].contains { bytes.indices.contains($0) && bytes[$0] == UInt8(ascii: "&") }
  }

  /// Code that is not read may have done anything to what it got to change.
  func loseInoutQueries(_ arguments: [CallArgument]) {
    for argument in arguments where isInout(argument) {
      guard let slot = argument.expression.flatMap(slot) else { continue }
      guard argument.value.holdsQuery else {
        switch argument.value {
        case .boolean, .integer, .text, .null: state.set(slot, .unknown(UnknownValue(.other, name: slot.name)))
        case .list(var list):
          list.isOpen = true
          state.set(slot, .list(list))
        default: break
        }
        continue
      }
      let changed = argument.value.possibilities.map { value -> ScannedValue in
        guard case .query(let draft) = value else { return value }
        return .query(draft.applying(.unknown, at: location(argument.span)))
      }
      state.set(slot, ScannedValue.oneOf(changed))
    }
  }
}
