import SourceSyntax
import SourceTokens

/// How a call runs a closure that is written as its last argument: there and then, so that what the closure assigns is
/// seen behind the call, and its names are those around it.
package struct InPlaceCall: Hashable, Sendable {
  /// What the closure is about.
  package enum Subject: Hashable, Sendable {
    /// What the method is called on; the first argument; what the function around the call is called on.
    case receiver, firstArgument, this
    /// A list or record that begins empty.
    case list, record
    case nothing
  }

  /// What the closure gets.
  package enum Given: Hashable, Sendable {
    case nothing, subject
    /// One element after the other, alone or behind its number.
    case elements, numberedElements
    /// The number of the round.
    case number
  }

  /// What the call answers.
  package enum Answer: Hashable, Sendable { case value, subject, subjectIfTrue, subjectIfFalse, nothing }

  package var subject: Subject
  package var given: Given
  /// The closure is called on its subject: names in it may be members of that.
  package var isOnSubject: Bool
  package var answer: Answer
  /// How many arguments may stand before the closure.
  package var others: ClosedRange<Int>

  package init(
    _ subject: Subject, given: Given = .nothing, isOnSubject: Bool = false, answer: Answer = .value,
    others: ClosedRange<Int> = 0...0
  ) {
    self.subject = subject
    self.given = given
    self.isOnSubject = isOnSubject
    self.answer = answer
    self.others = others
  }

  var isLoop: Bool { given == .elements || given == .numberedElements || given == .number }
}

extension SyntaxTree {
  /// How a call runs its last argument in place, and the closure that this is.
  func inPlaceCall(_ node: NodeID, _ rules: ScopeRules) -> (call: InPlaceCall, closure: NodeID)? {
    guard !rules.inPlaceMethods.isEmpty, let view = call(node), let last = view.arguments.last,
      kind(last) == .argument, name(last) == .empty, let value = children(of: last).last
    else { return nil }
    let closure = kind(value) == .labeled ? children(of: value).last ?? value : value
    guard kind(closure) == .closure, let call = inPlace(view.callee, rules),
      call.others.contains(view.arguments.count - 1)
    else { return nil }
    return (call, closure)
  }

  private func inPlace(_ callee: NodeID, _ rules: ScopeRules) -> InPlaceCall? {
    switch kind(callee) {
    case .member where !self[callee].flags.contains(.doubleColon): rules.inPlaceMethods[name(callee)]
    case .name: rules.inPlaceFunctions[name(callee)]
    default: nil
    }
  }
}
