package import Diagnostics

/// An expression of any of the languages, reduced to what decides which queries are asked.
///
/// `await`, `try`, casts, forced unwrapping and parentheses are left out; operators that cannot yield a query or a name
/// are `other`, with their operands.
package struct Expression: Hashable, Sendable {
  package var kind: Kind
  package var span: Span

  package init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }

  package indirect enum Kind: Hashable, Sendable {
    /// `self`, `this` and `super` are names, too.
    case name(String)
    case text([TextPart])
    case integer(Int64)
    /// Any other number.
    case number
    case boolean(Bool)
    case null
    case list([Expression])
    /// An object, dictionary or map literal.
    case record([RecordEntry])
    /// `...x` in a list, a record or arguments.
    case spread(Expression)
    /// `a.b`, `a?.b`, `a!.b`, `A::b`.
    case member(Expression, String)
    /// Swift's and Dart's `.b`, whose type follows from the context.
    case implicitMember(String)
    case index(Expression, [Expression])
    case call(Call)
    case closure(Closure)
    case conditional(condition: Expression, then: Expression, otherwise: Expression)
    /// `a ?? b`, `a || b`, `a ?: b`.
    case fallback(Expression, Expression)
    /// `a + b + c`.
    case concatenation([Expression])
    /// `target = value`, also `target += value` when `isCompound`. The value of the expression is the new value.
    case assignment(target: Expression, value: Expression, isCompound: Bool)
    /// Dart's `receiver..a()..b = c`: sections are expressions on `cascadeReceiver`; the value is the receiver.
    case cascade(Expression, [Expression])
    /// The receiver inside the sections of a cascade.
    case cascadeReceiver
    /// `if`, `when`, `switch` or `try` used as a value: the last expressions of its branches.
    case statements([Statement])
    /// Whatever else; the operands are evaluated.
    case other([Expression])
  }
}

/// A string literal is a list of these.
package enum TextPart: Hashable, Sendable {
  /// Escapes resolved.
  case literal(String)
  case interpolation(Expression)
}

package struct RecordEntry: Hashable, Sendable {
  package enum Key: Hashable, Sendable {
    case name(String)
    case computed(Expression)
    /// The value is spread into the record.
    case spread
  }

  package var key: Key
  package var value: Expression

  package init(key: Key, value: Expression) {
    self.key = key
    self.value = value
  }
}

package struct Call: Hashable, Sendable {
  package var callee: Expression
  package var arguments: [Argument]
  /// `new X()`, and calls of types where the language has no `new` are not marked.
  package var isConstruction: Bool
  /// `<Name a="b" />`: the argument is the object of its properties.
  package var isElement = false
  /// `Repository<Post>()`: the types that have names.
  package var typeArguments: [TypeName]

  package init(
    callee: Expression, arguments: [Argument], isConstruction: Bool = false, typeArguments: [TypeName] = []
  ) {
    self.callee = callee
    self.arguments = arguments
    self.isConstruction = isConstruction
    self.typeArguments = typeArguments
  }
}

package struct Argument: Hashable, Sendable {
  /// Swift's labels; names in Kotlin, Dart and Python.
  package var label: String?
  package var value: Expression

  package init(label: String? = nil, value: Expression) {
    self.label = label
    self.value = value
  }
}

package struct Closure: Hashable, Sendable {
  /// Empty where names are implied (`$0`, `it`).
  package var parameters: [Parameter]
  package var body: [Statement]
  /// The value of the last expression is returned.
  package var returnsLastExpression: Bool
  /// It names `this`, which is whatever it is called on: JavaScript's functions and methods, not its arrow functions.
  package var namesOwnReceiver: Bool

  package init(
    parameters: [Parameter], body: [Statement], returnsLastExpression: Bool = false, namesOwnReceiver: Bool = false
  ) {
    self.parameters = parameters
    self.body = body
    self.returnsLastExpression = returnsLastExpression
    self.namesOwnReceiver = namesOwnReceiver
  }
}

/// A parameter of a function or closure.
package struct Parameter: Hashable, Sendable {
  /// How callers call it; nil: by position only, or by `pattern`'s name where the language allows both.
  package var label: String?
  package var pattern: Pattern
  package var type: TypeName?
  package var defaultValue: Expression?
  /// `...rest`, `vararg`, `*args`.
  package var isVariadic: Bool
  /// `**kwargs`: a variadic one that takes what is passed by name.
  package var takesNames = false
  /// Callers may leave it out although it has no default (Dart).
  package var isOptional = false
  /// Also declares a property of the type (Kotlin and TypeScript constructors, Dart's `this.x`).
  package var isProperty: Bool
  /// Handed on to the constructor of the base class (Dart's `super.x`).
  package var isOfBase = false

  package init(
    label: String? = nil, pattern: Pattern, type: TypeName? = nil, defaultValue: Expression? = nil,
    isVariadic: Bool = false, isProperty: Bool = false
  ) {
    self.label = label
    self.pattern = pattern
    self.type = type
    self.defaultValue = defaultValue
    self.isVariadic = isVariadic
    self.isProperty = isProperty
  }
}

/// What a declaration, parameter or loop binds.
package indirect enum Pattern: Hashable, Sendable {
  case name(String)
  /// `{ a, b: c = 1 }`
  case record([RecordPattern])
  /// `[a, b]`, `(a, b)`
  case list([Pattern])
  case ignored
}

package struct RecordPattern: Hashable, Sendable {
  package var key: String
  package var pattern: Pattern
  package var defaultValue: Expression?

  package init(key: String, pattern: Pattern, defaultValue: Expression? = nil) {
    self.key = key
    self.pattern = pattern
    self.defaultValue = defaultValue
  }
}

/// A type as far as names go: `List<Query>` is `List` with the argument `Query`; optionality is left out.
package struct TypeName: Hashable, Sendable {
  package var name: String
  package var arguments: [TypeName]
  /// `String?`: null is one of its values.
  package var isOptional = false

  package init(_ name: String, _ arguments: [TypeName] = []) {
    self.name = name
    self.arguments = arguments
  }
}
