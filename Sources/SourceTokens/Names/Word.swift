/// Words with a meaning in one of the languages. Every `NameTable` begins with them, so that their ids are known when a
/// grammar is compiled: `parser.isAt(.return)`.
@usableFromInline package enum Word: UInt32, Hashable, Sendable, CaseIterable {
  /// The empty text.
  case empty
  /// `…`, which is read as a name.
  case ellipsis
  case underscore
  case abstract, accessor, actor, `any`, `as`, assert, `associatedtype`, async, await, base, borrowing, `break`, by
  case `case`, `catch`, `class`, companion, const, constructor, consuming, `continue`, convenience, covariant
  case crossinline, data, debugger, declare, `default`, `defer`, deferred, `deinit`, del, delegate, delete, didSet
  case distributed, `do`, dynamic, elif, `else`, `enum`, except, expect, export, extends, `extension`, external
  case factory, `fallthrough`, `false`, field, file, `fileprivate`, final, finally, `for`, from, fun, `func`, function
  case get, global, `guard`, hide, `if`, implements, `import`, `in`, indirect, infer, infix, initWord, inline
  case inner, `inout`, instanceof, interface, `internal`, `is`, isolated, keyof, lambda, late, lateinit, lazy, `let`
  case library, `macro`, match, mixin, mutating, namespace, new, `nil`, noinline, nonlocal, nonmutating
  case nonisolated, not, null, object, of, on, open, `operator`, optional, or, out, override, package, param, part
  case pass, postfix, `precedencegroup`, prefix, `private`, property, `protected`, `protocol`, `public`, raise, readonly
  case receiver, reified, `repeat`, `required`, `rethrows`, `return`, satisfies, sealed, selfName, selfType, sending,
    set
  case setparam, setter, show, someWord, `static`, strictfp, `struct`, `subscript`, `super`, suspend, `switch`, sync
  case synchronized, tailrec, this, `throw`, `throws`, transient, `true`, `try`, `typealias`, typeof, undefined, unowned
  case unsafe, using, val, value, `var`, vararg, void, volatile, weak, when, `where`, `while`, willSet, with, yield
  case and, noneValue, trueValue, falseValue, permits, record, requires, module
  case it, actual, annotation, typeName, cls, copy, each, available, swiftAny, unavailable, def, extern
  case int, long, short, byte, char, boolean, float, double
  case asserts, unique, rethrow, typedef, meta, target, augment
  case native, consume, modify, read, borrow, nonsending, swiftType, ifDirective, elseIfDirective, elseDirective,
    endIfDirective
  case functionTypeName, then, require, call

  @inlinable package var name: NameID { NameID(rawValue) }

  package var text: String {
    switch self {
    case .empty: ""
    case .ellipsis: "…"
    case .underscore: "_"
    case .swiftType: "Type"
    case .ifDirective: "#if"
    case .elseIfDirective: "#elseif"
    case .elseDirective: "#else"
    case .endIfDirective: "#endif"
    case .initWord: "init"
    case .someWord: "some"
    case .selfName: "self"
    case .selfType: "Self"
    case .noneValue: "None"
    case .trueValue: "True"
    case .falseValue: "False"
    case .typeName: "type"
    case .functionTypeName: "Function"
    case .swiftAny: "Any"
    default: String(describing: self)
    }
  }
}

extension NameID {
  /// The word that it is; nil for any other name.
  @usableFromInline package var word: Word? { raw < Word.count ? Word(rawValue: raw) : nil }
}

extension Word {
  package static let count = UInt32(allCases.count)
}
