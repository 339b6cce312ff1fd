/// The kinds of nodes of all languages.
///
/// Each comment says what the children are, in the order of the source: `a` one, `a?` one or none, `a*` any number.
/// `annotation* modifier*` may stand in any order among each other. *Expression*, *statement*, *pattern* and *type* are
/// any kind of the group of this name; a statement may be an expression, and `if`, `switch`, `try`, `block` and `for`
/// may be expressions (the value is the last expression of the branch that runs). Everything that broken code leaves
/// over is `skipped`, which may stand among the children of any node.
package enum NodeKind: UInt8, Hashable, Sendable, CaseIterable {
  // MARK: Units and blocks
  /// A whole unit: statement*.
  case source
  /// `{ … }`, an indented body, or the one statement that stands for it: statement*. The body of a type, too.
  case block
  /// `...` or `…` where an author leaves code out. As a link of a chain: expression (the chain before it).
  case omitted
  /// Tokens that no rule reads: whatever could be read among them, in expression*. Also a place where an operand is
  /// missing, then without any token.
  case skipped

  // MARK: Declarations
  /// `import …`, `from … import …`, `package a.b`, `part '…'`, `library x`: modulePath? importItem*. Name: the word
  /// that it begins with (`import`, `from`, `package`, `part`, `library`, `of` for `part of`). Flags: `all` (`import
  /// *`, `import a.*`, `import static a.*`), `typeOnly`. Binding of the whole module (`import a.b as c`, `import x
  /// from`, `import * as x`) is an `importItem`; Python's `import a, b.c as d` has an item for each, with its own path.
  /// Where no item stands and `all` is not set, the language decides what it brings. Attributes (`with { … }`) are a
  /// `record` at the end; Dart's `if (…) 'x'` is `conditions` and another modulePath, `deferred` a modifier.
  case `import`
  /// `export …`: importItem* modulePath?, or annotation* and a declaration, or with `isDefault` an expression.
  /// `export default`, `export =`: flag `isDefault`; `export *`: flag `all`, with an `importItem` for `* as a`.
  case export
  /// A module as written, without quotes: `firebase/firestore`, `..a.b`, `com.google.Query`. Name: that text. A leaf.
  case modulePath
  /// One name of an import or export: modulePath? binding? (the local name, where it differs from the module's). Name:
  /// that in the module. Flags: `all` for the module itself (`import * as x`, Python's `import a.b as c`, Dart's `as
  /// p`), `isDefault` for JavaScript's default import (no name), `typeOnly`. Dart's `show a`: plain items; `hide a`:
  /// items with the flag `negated`.
  case importItem
  /// Functions, methods, constructors, getters and setters, as statements, members, entries of a record or values:
  /// annotation* modifier* typeParameters? receiver? parameters? (type | thrownTypes)? whereClause? initializers?
  /// (block | expression with the flag `arrow`)?. Name: its own; empty for `init`, `constructor` and functions without
  /// a name; computed names (`[Symbol.x]() {}`) are an expression before the parameters and the flag `computed`. Form:
  /// see `FunctionForm`. Flags: `asynchronous`, `generator`, `arrow`, `optional` (`init?`), `forced` (`init!`).
  case function
  /// `get`, `set`, `willSet`, `didSet`, `init` of a variable or subscript: annotation* modifier* parameters? type?
  /// (block | expression with `arrow`)?. Name: the word. A body without a word (`var x: T { … }`) is an accessor `get`
  /// without own tokens. Form: `getter` or `setter`, and `function` for whatever else.
  case accessor
  /// `let`, `var`, `val`, `const`, `final`, `int x`, Python's `a: T = x`; fields of types, too: annotation* modifier*
  /// typeParameters? receiver? type? declarator+. Name: the word (`let`, `var`, …), empty where a type stands for it. A
  /// type here belongs to all declarators. Flag: `constant`.
  case variables
  /// pattern type? (expression | delegate | skipped)? accessor*. Python's `self.x: T = y` has an expression for the
  /// pattern. Flags: `optional` and `forced` for `x?: T` and `x!: T` of TypeScript.
  case declarator
  /// Kotlin's `by x`: expression.
  case delegate
  /// Form: see `TypeForm`. annotation* modifier* typeParameters? receiver? parameters? heritage* whereClause? block?.
  /// `receiver` only for extensions; `parameters` of a primary constructor (Kotlin, Java's records). Anonymous and
  /// local classes are the same node. The cases of an enumeration are `enumCase`s in the block.
  case typeDeclaration
  /// One supertype: type (arguments | delegate)?. Name: the word (`extends`, `implements`, `with`, `on`, `permits`),
  /// empty for `:`. Python's bases are expressions in an `arguments` node: heritage with the one child `arguments`.
  case heritage
  /// annotation* modifier* (parameters | arguments)? expression? block?. Name: its own. `parameters`: Swift's
  /// associated values; `arguments`: those of its constructor; expression: its raw value; block: members of its own.
  case enumCase
  /// `typealias`, `type A = B`, `typedef`, `associatedtype`: annotation* modifier* typeParameters? heritage* type?
  /// whereClause?. Name: its own.
  case typeAlias
  /// `<T, U: P>`: typeParameter*.
  case typeParameters
  /// annotation* modifier* type? heritage?. Name: its own. The type is the bound (`T: P`, `T extends P`), `in`, `out`
  /// and `const` are modifiers. TypeScript's default (`= X`) is a `heritage` with the name `default`.
  case typeParameter
  /// The type that an extension or a function extends: type.
  case receiver
  /// `throws E`, `throws A, B`, `rethrows`: type*. Name: the word.
  case thrownTypes
  /// `where T: P, U == V`: two types for each requirement.
  case whereClause
  /// `: a = 1, assert(b), super(x)` of Dart, `: this(x)` of Kotlin: (assign | call | command)*.
  case initializers
  /// `( … )` of a declaration or closure: (parameter | receiver | skipped)*. `receiver`: TypeScript's
  /// `this: T`. Swift's and Kotlin's closures: those before `in`/`->`.
  case parameters
  /// annotation* modifier* pattern? type? expression?. The expression is the default. Name: what callers write before
  /// the value: Swift's label (the word `underscore` where there is none), the name itself in Kotlin, Dart and Python;
  /// empty elsewhere. Flags: `variadic`, `keywords`, `optional`, `property`, `ofBase`, `namedOnly`. Python's bare `*`
  /// and `/` are parameters without a pattern. Dart's `void f(int a)` has a `functionType` behind its pattern.
  case parameter
  /// One word: `private`, `static`, `lazy`, `inout`, `late`, `suspend`, `async` where it stands as one. Name: the word.
  /// `private(set)`: the argument is among its own tokens. A leaf.
  case modifier
  /// `@Name(…)`, `@a.b.c(…)`, decorators: expression, that is a name, member, call, or whatever Python has there. Name:
  /// the last name of the path. Kotlin's `@field:Json`: the target is among its own tokens.
  case annotation
  /// `#if DEBUG`, `#elseif`, `#else`, `#endif`: expression? (the condition). Name: with the sign, `#if`. Branches are
  /// not nested in it: it stands between statements, cases and accessors. As a link of a chain it has the chain before
  /// it as its first child, and the chain goes on behind it. Macros (`#selector(…)`) are calls of names.
  case directive
  /// `init { … }` of Kotlin, `static { … }`: modifier* block.
  case initializerBlock

  // MARK: Statements
  /// expression?. Name: a label (`return@forEach`).
  case `return`
  /// `throw`, `raise`: expression?, and Python's `from` expression.
  case `throw`
  /// Name: a label. A leaf.
  case `break`, `continue`
  /// Swift's `fallthrough`. A leaf.
  case `fallthrough`
  /// `yield x`, `yield from x`: expression?. Flag: `generator` for the second.
  case yield
  /// conditions block (conditions block)* block?. The branches of `else if` and `elif` stand in one node, however many
  /// there are; the last block is that of `else`. A body without braces is a `block` of its one statement. Python's `a
  /// if b else c` is `conditional`.
  case `if`
  /// Swift's `guard`: conditions block.
  case `guard`
  /// Conditions that must all hold: (expression | bindingCondition)*.
  case conditions
  /// `let x = y`, `var x`, `case .a(let x) = y`, Dart's `x case p`: pattern type? expression?, in Dart the
  /// expression first. Name: `let`, `var` or `case`.
  /// Without an expression: the value of the same name.
  case bindingCondition
  /// `switch`, `when`, `match`: (expression | variables)? case*. Kotlin's `when (val x = y)` has `variables`.
  case `switch`
  /// annotation* (pattern conditions?)* block. Name: the word it begins with. Patterns may be plain expressions: values
  /// to be equal to, `typeTest`s and `binary` tests without a left side (Kotlin's `is T`, `in list`: the left side is
  /// an empty `skipped`). A guard (`where`, `when`, `if`) is a `conditions` node behind its pattern. Flags:
  /// `isDefault`; `arrow`: control never falls through. Where it does without `arrow`, the language says.
  case `case`
  /// `for (a; b; c) d`: block for the first part, conditions, block for the third, block.
  case `for`
  /// `for x in xs`, `for (x of xs)`, `for (T x : xs)`: variables-or-pattern expression conditions? block block?.
  /// `conditions`: Swift's `where`. The second block: Python's `else`. Name: the word before the sequence (`in`, `of`),
  /// empty for `:`. JavaScript's `in` goes over keys. Flags: `asynchronous`. A target that exists already is an
  /// expression.
  case forEach
  /// conditions block block?. The second block: Python's `else`.
  case `while`
  /// `do … while x`, `repeat … while x`: block conditions.
  case doWhile
  /// `try`, Swift's `do`, Python's `with` has its own: resources? block catch* block? finally?. The second block:
  /// Python's `else`.
  case `try`
  /// `catch`, `except`: what it catches, then block. Swift: (pattern conditions?)*. Kotlin: binding type. Java: type
  /// binding. Python: expression? binding?, where several types are a `tuple`. Dart: type? binding*; the second is the
  /// stack trace.
  case `catch`
  /// block.
  case finally
  /// `try (R r = …)`: (variables | expression)*.
  case resources
  /// Python's `with`, JavaScript's `with`, Java's `synchronized (x)`: withItem* block. Name: the word.
  /// Flag: `asynchronous`.
  case with
  /// expression pattern?. Python's target that is no name is an expression.
  case withItem
  /// `name: for …`, Kotlin's `name@ for …` and `name@{ … }`: statement or closure. Name: the label.
  case labeled
  /// Swift's `defer`: block.
  case `defer`
  /// `del`, `assert`, `print`, `debugger`, `pass`, `;`: expression*. Name: the word, empty for `;`.
  /// Swift's `operator`, `precedencegroup` and `macro`, whose content is among its own tokens.
  case command
  /// `global a, b`: binding*. Name: `global` or `nonlocal`.
  case scopeNames

  // MARK: Expressions
  /// A name, also `self`, `this`, `super`, `it`, `$0` and `#selector`. A leaf. Kotlin's `this@Screen`: the label is
  /// among its own tokens.
  case name
  /// `.b` without a receiver. Name: `b`. A leaf.
  case implicitMember
  /// `a.b`, `a?.b`, `A::b`, `a.0`: expression. Name: `b`, empty where the line ends before it; `place` is its
  /// token. Flags: `optional`, `doubleColon`.
  case member
  /// `a[b, c]`: expression arguments. Flag: `optional`. Swift's labels and Python's slices are in the arguments.
  case index
  /// Python's `a:b:c` in an index: expression*, an empty `skipped` for what is left out.
  case slice
  /// `f<T>(a) { … }`, `new X(a)`, `f { … }`, tagged texts: expression typeArguments? (arguments | text | template)?
  /// argument* block?. The later arguments are closures behind the parentheses (flag `trailing`). `block`: the body of
  /// an anonymous class. `f<T>` that nothing calls has type arguments only. Flags: `optional`, `construction`.
  case call
  /// `( … )` or `[ … ]`: (argument | skipped | omitted)*.
  case arguments
  /// expression. Name: its label. Flags: `trailing`, `shorthand`. A spread value is a `spread`.
  case argument
  /// `<A, B>` of a call or type: type*.
  case typeArguments
  /// `{ x in … }`, `x => …`, `lambda x: …`, `(x) { … }`: annotation* modifier* typeParameters? captures? parameters?
  /// type? (block | expression). Functions with the word `function` or `fun` are `function`s. Flags: `asynchronous`,
  /// `generator`, `arrow` (a body that is an expression, or JavaScript's arrow). `captures` are a `list` of
  /// `declarator`s (modifier* binding expression?). What stands in its braces is a `block` without them.
  case closure
  /// `a ? b : c`: three expressions. Python's `b if a else c` has them in its own order, and the name `if`.
  case conditional
  /// Two expressions, or more where a run is of one operator (`a + b + c`); `place` is the token of the first sign.
  /// Where the operator is `other`, the name is its text.
  case binary
  /// expression; `place` is the token of the operator.
  case unary
  /// `a = b`, `a += b`: target, value. Code `assign` or `assignInside`: plain; any other operator: `a = a op b`.
  case assign
  /// `a as T`, `a as? T`, `<T>a`, `(T) a`, `a satisfies T`: expression type, for the prefix forms type expression.
  /// Name: the word. Flags: `optional`, `forced`.
  case cast
  /// `a is T`, `a !is T`, `a instanceof T`: expression type-or-pattern, and for
  /// `instanceof` of scripts another expression. Flag: `negated`.
  case typeTest
  /// `( … )`: expression. Several values are a `tuple`.
  case parenthesized
  /// `(a, b)`, `(a: 1, b: 2)`, Python's `a, b`, Dart's records: argument*-or-expression*.
  case tuple
  /// `[a, b]`, `{1, 2}` of Python and Dart (flag `braces`), `arrayOf` is a call: typeArguments? (expression | hole |
  /// comprehension parts)*.
  case list
  /// `{a: b}`, `[a: b]`, object literals: typeArguments? (entry | spread | function | comprehension parts)*. Flag:
  /// `braces`.
  case record
  /// `a: b`: key value. The key is a `text`, `number`, `name` or, with the flag `computed`, any expression. Where a
  /// name stands as a key without quotes and is no expression (JavaScript), the kind is `text` without quotes. Name:
  /// the key, where it is known. Flag: `shorthand`, then there is only the value.
  case entry
  /// Left out between two commas. Without tokens.
  case hole
  /// `...x`, `*x`, `**x`: expression. Flags: `optional`, `keywords`.
  case spread
  /// Name: as it is written. A leaf.
  case number
  /// A text without interpolations. Name: its content, escapes resolved. Flag: `unterminated`. A leaf. Texts that stand
  /// one behind the other are a `template` of them.
  case text
  /// A text with interpolations: (text | interpolation | template)*. `text` children are its literal parts.
  case template
  /// `${ … }`: expression*. Swift's labels make `argument`s. What is left over is `skipped`: a
  /// format (`{x:>4}`).
  case interpolation
  case regex
  case trueLiteral, falseLiteral, nullLiteral
  /// Dart's `a..b()..c = d`: the receiver, then the sections: expressions on `cascadeReceiver`. Flag: `optional`.
  case cascade
  /// The receiver of a section; its token is the `..`. A leaf.
  case cascadeReceiver
  /// `[x for y in z if w]`, generator expressions: expression-or-entry (comprehensionFor | conditions)*. It is the one
  /// child of `list`, `record`, `parenthesized` or `arguments` around it. Dart's `for` and `if` as elements are
  /// `forEach` and `if` with an expression for the block.
  case comprehension
  /// `for y in z`: pattern expression. Flag: `asynchronous`.
  case comprehensionFor
  /// `\Type.name`, `\.name[0]`: type? (member of an `implicitMember` or of the type, as an expression).
  case keyPath
  /// Kotlin's `object : T { … }`: heritage* block.
  case objectLiteral

  // MARK: Markup
  /// `<Name a="b">…</Name>`, `<>…</>`: expression? typeArguments? attribute* (element | text | interpolation)*. The
  /// expression is the name (a name or member), missing for fragments. Name: as written (`div`, `a.B`, `x-y`). Children
  /// behind the tag are those that are no attributes.
  case element
  /// `a="b"`, `a={b}`, `a`, `{...a}`: (text | interpolation | spread)?. Name: as written.
  case attribute

  // MARK: Patterns
  /// A name that is bound here. A leaf.
  case binding
  /// `_`. A leaf.
  case ignored
  /// `[a, b]`, `(a, b)`, `a, b`: (pattern | hole | rest)*.
  case listPattern
  /// `{ a, b: c }`, Python's mapping patterns: (patternEntry | rest)*.
  case recordPattern
  /// key? pattern. Name: the key. Flags: `shorthand` (`a`, Dart's `:a`), `computed`: the key is an expression.
  case patternEntry
  /// `a = 1` in a pattern: pattern expression.
  case defaultPattern
  /// `...a`, `*a`: pattern?.
  case rest
  /// `let x`, `var (a, b)`, `final x`, inside of a pattern: type? pattern. Name: the word.
  case declaringPattern
  /// `.a(x)`, `User(name: x)`, `case Point(x=0)`: expression-or-type (pattern | patternEntry)*.
  case constructorPattern
  /// `a | b`, `a || b`, `a && b`: pattern+. `place` is the token of the first sign; code `or` or `and`.
  case orPattern
  /// `p as x`, `x?`, `x!`: pattern (binding | type)?. Flags: `optional`, `forced`.
  case castPattern
  /// `is T`, `T x`, `case String s`: type pattern?.
  case typePattern
  /// A value to be equal to, or Dart's `> 3` (a `binary` with an empty left side): expression.
  case valuePattern

  // MARK: Types
  /// `a.b.C<D>`: type? (`a.b`) typeArguments?. Name: `C`. `self`, `void`, `Int` are names, too.
  case namedType
  /// `T?`, `T!` (flag `forced`): type.
  case optionalType
  /// `[T]`, `T[]`: type. Swift's `[K: V]`: two types.
  case arrayType
  /// `(A, b: B) -> C`, `C Function(A)`: parameters-or-tupleType typeParameters? type?. Name: a word (`async`, `new`).
  case functionType
  /// `(A, B)`, `[A, B]`: (type | parameter | rest)*.
  case tupleType
  /// `A | B`, `A & B`: type+. Code `or` or `and`.
  case unionType
  /// `{ a: B, c(): D }` of TypeScript, Dart's `({A b})`: (variables | function | parameter)*.
  case recordType
  /// `"a"`, `1`, `null` as types, Python's types in quotes: expression.
  case literalType
  /// `keyof T`, `any P`, `inout T`, `out T`, `typeof x`, `readonly T[]`, `@escaping T`: annotation* (type |
  /// expression). Name: the word; empty for a type in parentheses and for `*`.
  case typeOperator
  /// `T["a"]`: type type.
  case indexedType
  /// `A extends B ? C : D`, mapped types, predicates and what else only TypeScript has: type-or-expression*. Name: the
  /// word that tells (`extends`, `in`, `is`).
  case otherType
}

extension NodeKind {
  package var isType: Bool { rawValue >= NodeKind.namedType.rawValue }
  package var isPattern: Bool { rawValue >= NodeKind.binding.rawValue && rawValue < NodeKind.namedType.rawValue }
  package var isExpression: Bool { rawValue >= NodeKind.name.rawValue && rawValue < NodeKind.binding.rawValue }
}
