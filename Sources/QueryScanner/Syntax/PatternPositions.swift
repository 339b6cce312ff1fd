extension Expression {
  /// Which of the values that a case carries a pattern binds to this name: 1 for `b` in `.posts(_, b)`.
  func position(ofBound name: String) -> Int? {
    guard case .call(let call) = kind else { return nil }
    return call.arguments.firstIndex { argument in
      if case .name(let bound) = argument.value.kind { bound == name } else { false }
    }
  }
}
