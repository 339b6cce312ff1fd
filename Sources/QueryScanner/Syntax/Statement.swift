package import Diagnostics

/// A statement or declaration of any of the languages.
package struct Statement: Hashable, Sendable {
  package var kind: Kind
  package var span: Span

  package init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }

  package indirect enum Kind: Hashable, Sendable {
    case variable(Variable)
    case expression(Expression)
    /// `return`; also the value of an expression-bodied function.
    case result(Expression?)
    case condition(Condition)
    case selection(Selection)
    case loop(Loop)
    case attempt(body: [Statement], handlers: [[Statement]], finally: [Statement])
    case block([Statement])
    case function(Function)
    case type(TypeDeclaration)
    case imported(Import)
    case leave(Leave)
    /// Whatever else; the expressions are evaluated.
    case other([Expression])
  }

  package enum Leave: Hashable, Sendable {
    case breaking, continuing
    case throwing(Expression?)
  }
}

package struct Variable: Hashable, Sendable {
  package var pattern: Pattern
  package var type: TypeName?
  package var value: Expression?
  /// Belongs to the type, not to its instances.
  package var isStatic: Bool
  /// Evaluated at every access (Swift and Dart getters, Kotlin `get() =`): then `value` is nil and this is the body.
  package var getter: [Statement]?
  /// A property wrapper of Swift holds it.
  package var isWrapped = false

  package init(
    pattern: Pattern, type: TypeName? = nil, value: Expression? = nil, isStatic: Bool = false,
    getter: [Statement]? = nil
  ) {
    self.pattern = pattern
    self.type = type
    self.value = value
    self.isStatic = isStatic
    self.getter = getter
  }
}

/// `if` and `guard`.
package struct Condition: Hashable, Sendable {
  /// Parts that must all hold; operands of `let` bindings are among `bindings`.
  package var tests: [Expression]
  /// `if let name = value`: bound in `then`, or after the statement for `guard`.
  package var bindings: [Variable]
  package var then: [Statement]
  package var otherwise: [Statement]
  /// `guard`: `then` is empty and the rest of the block is what follows when the condition holds.
  package var isGuard: Bool

  package init(
    tests: [Expression], bindings: [Variable] = [], then: [Statement], otherwise: [Statement] = [],
    isGuard: Bool = false
  ) {
    self.tests = tests
    self.bindings = bindings
    self.then = then
    self.otherwise = otherwise
    self.isGuard = isGuard
  }
}

extension Loop {
  /// A loop whose tests follow its body: it is left where they do not hold.
  package init(body: [Statement], until tests: [Expression]) {
    guard let first = tests.first, let last = tests.last else {
      self.init(body: body)
      return
    }
    let span = Span(first.span.start, max(first.span.start, last.span.end))
    let leaving = Condition(tests: tests, then: [], otherwise: [Statement(.leave(.breaking), span)])
    self.init(body: body + [Statement(.condition(leaving), span)])
  }
}

/// `switch` and `when`.
package struct Selection: Hashable, Sendable {
  package struct Case: Hashable, Sendable {
    package var patterns: [Expression]
    /// What the patterns bind (`case .category(let name)`).
    package var bindings: [String]
    package var isDefault: Bool
    package var body: [Statement]
    /// Control goes on with the next case (C-like `switch` without `break`).
    package var fallsThrough: Bool

    package init(
      patterns: [Expression], bindings: [String] = [], isDefault: Bool = false, body: [Statement],
      fallsThrough: Bool = false
    ) {
      self.patterns = patterns
      self.bindings = bindings
      self.isDefault = isDefault
      self.body = body
      self.fallsThrough = fallsThrough
    }
  }

  package var subject: Expression?
  package var cases: [Case]

  package init(subject: Expression?, cases: [Case]) {
    self.subject = subject
    self.cases = cases
  }
}

package struct Loop: Hashable, Sendable {
  /// `for x in sequence`; nil for loops with a condition.
  package var binding: Pattern?
  package var sequence: Expression?
  /// Set-up and conditions of other loops.
  package var prelude: [Statement]
  /// Swift's `for … where test`, and the conditions of `while`.
  package var tests: [Expression]
  package var body: [Statement]

  package init(
    binding: Pattern? = nil, sequence: Expression? = nil, prelude: [Statement] = [], tests: [Expression] = [],
    body: [Statement]
  ) {
    self.binding = binding
    self.sequence = sequence
    self.prelude = prelude
    self.tests = tests
    self.body = body
  }
}

package struct Function: Hashable, Sendable {
  package var name: String
  /// The type that it extends when declared outside of it (Kotlin's `fun Query.page()`).
  package var extendedType: TypeName?
  package var parameters: [Parameter]
  package var returnType: TypeName?
  /// Nil: declared only (protocols, abstract functions).
  package var body: [Statement]?
  package var isStatic: Bool
  package var isConstructor: Bool
  /// The value of the last expression is returned.
  package var returnsLastExpression: Bool

  package init(
    name: String, extendedType: TypeName? = nil, parameters: [Parameter], returnType: TypeName? = nil,
    body: [Statement]?, isStatic: Bool = false, isConstructor: Bool = false, returnsLastExpression: Bool = false
  ) {
    self.name = name
    self.extendedType = extendedType
    self.parameters = parameters
    self.returnType = returnType
    self.body = body
    self.isStatic = isStatic
    self.isConstructor = isConstructor
    self.returnsLastExpression = returnsLastExpression
  }
}

package struct TypeDeclaration: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Classes, structs, actors, mixins.
    case concrete
    /// Protocols and interfaces.
    case abstract
    case enumeration
    /// Kotlin's `object`: its members are static.
    case object
    /// Swift's and Dart's extensions; `name` is the extended type.
    case `extension`
    /// Another name for a type, which is the only one of `supertypes`.
    case alias
  }

  package struct EnumCase: Hashable, Sendable {
    package var name: String
    /// Swift's raw value, Kotlin's and Dart's constructor arguments, the value in TypeScript and Python.
    package var arguments: [Argument]
    /// Kotlin's and Java's body: what this case has instead of what the type says.
    package var members: [Statement]

    package init(name: String, arguments: [Argument] = [], members: [Statement] = []) {
      self.name = name
      self.arguments = arguments
      self.members = members
    }
  }

  package var name: String
  package var kind: Kind
  /// Swift's structs: what is assigned is copied.
  package var isValue = false
  /// Swift's `<T: P>`: types that subclasses name, and whose static members the code may ask for.
  package var genericParameters: [String] = []
  package var supertypes: [TypeName]
  /// Variables, functions, types.
  package var members: [Statement]
  package var cases: [EnumCase]
  /// Kotlin's primary constructor.
  package var constructorParameters: [Parameter]

  package init(
    name: String, kind: Kind, supertypes: [TypeName] = [], members: [Statement] = [], cases: [EnumCase] = [],
    constructorParameters: [Parameter] = []
  ) {
    self.name = name
    self.kind = kind
    self.supertypes = supertypes
    self.members = members
    self.cases = cases
    self.constructorParameters = constructorParameters
  }
}

package struct Import: Hashable, Sendable {
  /// As written: `FirebaseFirestore`, `firebase/firestore`, `../lib/db`, `com.google.firebase.firestore.Query`.
  package var module: String
  /// Local name → name in the module (`default`, `*`, or its own); empty where the language imports all.
  package var names: [String: String]

  package init(module: String, names: [String: String] = [:]) {
    self.module = module
    self.names = names
  }
}
