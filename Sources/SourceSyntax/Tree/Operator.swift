/// Operators of all languages. `=` of an `assign` node is `assign`; `+=` is `assign` with the operator `add`.
package enum Operator: UInt8, Hashable, Sendable, CaseIterable {
  /// An operator that only its text tells: Swift's own ones, Kotlin's infix functions (the node's name is theirs).
  case other
  // Binary.
  case add, subtract, multiply, divide, floorDivide, remainder, power, matrixMultiply
  case shiftLeft, shiftRight, unsignedShiftRight, bitAnd, bitOr, bitXor
  case wrappingAdd, wrappingSubtract, wrappingMultiply
  /// `==` and `!=`; `===` and `!==`, Python's `is` and `is not`.
  case equal, notEqual, same, notSame
  case less, lessOrEqual, greater, greaterOrEqual
  /// `in`, `!in`, `not in`; JavaScript's `instanceof` is a `typeTest`.
  case contained, notContained
  /// `&&`, `and`; `||`, `or`; `??` and `?:`.
  case and, or, coalesce
  /// `a...b`, `a..b`; `a..<b`, `a until b`.
  case range, openRange
  case patternMatch
  /// `a, b` in JavaScript.
  case sequence
  // Unary.
  case not, negate, plus, bitNot
  case preIncrement, preDecrement, postIncrement, postDecrement
  /// `a!`, `a!!`.
  case force
  /// Swift's `a?` that ends a part of a chain.
  case chain
  case await, typeof, void, delete, keyof, readonly, infer
  /// `try` with the flags `optional` (`try?`) and `forced` (`try!`).
  case attempt
  /// Swift's `&x`.
  case reference
  /// Words before an operand that leave its value as it is: `consume`, `copy`, `each`, `unsafe`, `any`, `some`,
  /// `inout`, `const` before a value. The name of the node is the word.
  case word
  // Of `assign`.
  case assign
  /// `:=`
  case assignInside
}

/// What kind of type a `typeDeclaration` declares.
package enum TypeForm: UInt8, Hashable, Sendable, CaseIterable {
  case `class`, structure, actor, enumeration
  /// `protocol`, `interface`.
  case interface
  /// Kotlin's `object`, `companion object`.
  case object, companion
  /// Swift's and Dart's extensions: the type is the first child of kind `receiver`.
  case `extension`
  case mixin, record, annotation, namespace
  /// Dart's `extension type`, Kotlin's `value class` is a class with a modifier.
  case extensionType
}

/// What kind of function a `function` declares.
package enum FunctionForm: UInt8, Hashable, Sendable, CaseIterable {
  case function
  /// `init`, `constructor`, Java's and Dart's `Name(…)`, Python's `__init__` is a function.
  case initializer
  case deinitializer, getter, setter
  case `subscript`
  /// `operator +`, `static func ==`: the name is the sign's text.
  case `operator`
  /// Dart's `factory`.
  case factory
}
