import Diagnostics

/// Types as far as their names go.
extension Parser {
  /// `a.b.C<D>`, `[C]` as `Array<C>`, `C[]` as `Array<C>`; optionality is left out. Nil when no name stands here.
  ///
  /// Grammars with richer types (functions, unions) read those themselves and come here for the names.
  mutating func namedType() -> TypeName? {
    (nested { parser in parser.typeContent() }).flatMap { $0 }
  }

  private mutating func typeContent() -> TypeName? {
    while current.kind == .annotation { skipAnnotation() }
    guard var name = takeName() else { return nil }
    while isAt(".") || isAt("::"), peek().kind == .name {
      advance()
      name += "." + (takeName() ?? "")
    }
    var type = TypeName(name, isAt("<") ? genericArguments() : [])
    while !isAtLineBreak {
      if isAt("[") {
        skipItem()
        type = TypeName("Array", [type])
      } else if isAt("?") || isAt("!"), !current.followsSpace {
        advance()
      } else {
        break
      }
    }
    return type
  }

  /// `<A, B<C>>`: the types that have names.
  mutating func genericArguments() -> [TypeName] {
    let start = mark
    advance()
    var types: [TypeName] = []
    while !isAtEnd, !isAt(">") {
      let before = position
      while isAt("?") || isAt("*") || isAt("out") || isAt("in") || isAt("any") || isAt("some") { advance() }
      if let type = namedType() { types.append(type) }
      while !isAtEnd, !isAt(oneOf: [",", ">", ";"]) { skipItem() }
      if !take(",") || position == before { break }
    }
    guard take(">") else {
      rewind(to: start)
      _ = skipAngles(limit: 120)
      return []
    }
    return types
  }

  /// Moves over a type in an expression (`as X`).
  mutating func skipType() {
    if current.kind == .open { skipItem() } else { _ = namedType() }
    if take("->") { skipType() }
    while isAt("?") || isAt("!") || isAt("["), !current.followsSpace, !isAtLineBreak { skipItem() }
  }
}
