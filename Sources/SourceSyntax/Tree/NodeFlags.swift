/// What a language adds to a kind of node. Each kind says which of them it may have.
package struct NodeFlags: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  private static func bit(_ place: UInt32) -> NodeFlags { NodeFlags(rawValue: 1 << place) }

  /// `?.`, `?[`, `?(`; `as?`, `try?`; Dart's `...?` and `?..`; a parameter that callers may leave out (`x?`, `[int
  /// x]`).
  package static let optional = bit(0)
  /// `as!`, `try!`, the type `T!`.
  package static let forced = bit(1)
  /// `async` functions and closures; `for await`, `async for`, `async with`.
  package static let asynchronous = bit(2)
  /// `function*`, `sync*`; `yield*` and `yield from` of a `yield`.
  package static let generator = bit(3)
  /// `...rest`, `vararg x`, `*args`, Swift's `T...`.
  package static let variadic = bit(4)
  /// `**kwargs` of parameters; `**x` of spreads.
  package static let keywords = bit(5)
  /// A parameter that declares a property, too: Kotlin's `val x`, TypeScript's `private x`, Dart's `this.x`.
  package static let property = bit(6)
  /// Dart's `super.x`: handed on to the base.
  package static let ofBase = bit(7)
  /// `let` in Swift, `val`, `const`, `final`: never assigned again.
  package static let constant = bit(8)
  /// `new X()`, `const X()`.
  package static let construction = bit(9)
  /// A closure behind the parentheses of a call.
  package static let trailing = bit(10)
  /// `import type`; declarations without a value (`declare const`).
  package static let typeOnly = bit(11)
  /// `default` of a case, import or export; `export =`.
  package static let isDefault = bit(12)
  /// A key or member name that is an expression: `[key]: x`.
  package static let computed = bit(13)
  /// `{ a }` for `{ a: a }`; also Dart's `:name` in patterns.
  package static let shorthand = bit(14)
  /// `=>` or `->` instead of a body in braces: arrow functions, cases that do not fall through, expression bodies.
  package static let arrow = bit(15)
  /// Of a text or template: nothing closes it, what follows it is not known.
  package static let unterminated = bit(16)
  /// `A::b`.
  package static let doubleColon = bit(17)
  /// Callers give a parameter by its name (Dart's `{…}`, behind Python's `*`).
  package static let namedOnly = bit(18)
  /// Everything: `import *`, `export *`.
  package static let all = bit(19)
  /// A list or record in braces.
  package static let braces = bit(20)
  /// `!is`, `is!`, Dart's `hide`.
  package static let negated = bit(21)
}
