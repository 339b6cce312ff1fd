import Diagnostics

/// Types as far as their names go.
extension Parser {
  /// `a.b.C<D>`, `[C]` as `Array<C>`, `C[]` as `Array<C>`, `C?`. Nil when no name stands here.
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
        type.isOptional = true
        advance()
      } else {
        break
      }
    }
    return type
  }

  /// `<A, B<C>>`: the types that have names. The cursor does not move when nothing closes the list.
  mutating func genericArguments() -> [TypeName] {
    let start = mark
    guard skipAngles(limit: 120) else {
      rewind(to: start)
      return []
    }
    let end = mark
    rewind(to: start)
    advance()
    var types: [TypeName] = []
    while position < end.position, !isAt(">") {
      let before = position
      while isAt(oneOf: ["?", "*", "out", "in", "any", "some"]) { advance() }
      if let type = namedType() { types.append(type) }
      while position < end.position, !isAt(oneOf: [",", ">"]) { skipItem() }
      if !take(",") || position == before { break }
    }
    rewind(to: end)
    return types
  }

  /// Moves over a type in an expression (`as X`).
  mutating func skipType() {
    if current.kind == .open { skipItem() } else { _ = namedType() }
    if take("->") { skipType() }
    while isAt("?") || isAt("!") || isAt("["), !current.followsSpace, !isAtLineBreak { skipItem() }
  }
}
