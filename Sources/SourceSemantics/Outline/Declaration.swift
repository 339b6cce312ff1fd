package import SourceSyntax
package import SourceTokens

/// A declaration of a project: its unit, and its place in the outline of the unit.
package struct DefID: Hashable, Sendable, Comparable {
  package let unit: UnitID
  package let place: UInt32

  package init(_ unit: UnitID, _ place: UInt32) {
    self.unit = unit
    self.place = place
  }

  /// In the order of units and of their text.
  package static func < (left: DefID, right: DefID) -> Bool {
    left.unit == right.unit ? left.place < right.place : left.unit < right.unit
  }
}

/// A declaration of a type.
package typealias TypeID = DefID
/// A declaration with a body: a function, an accessor, a closure, the top level of a unit.
package typealias FunctionID = DefID

/// Something that a unit declares.
package struct Declaration: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    /// The top level of the unit itself: the declaration at the place 0.
    case unit
    case function, accessor, closure, type, variable, enumCase, typeAlias
    /// `init { … }`, `static { … }`.
    case initializerBlock
  }

  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// In the body of a function or in a value: nothing outside can name it.
    package static let isLocal = Flags(rawValue: 1)
    /// With a word that makes it visible to other units, where a language needs one.
    package static let isExported = Flags(rawValue: 2)
    package static let isStatic = Flags(rawValue: 4)
    /// Hidden from other units, or from outside of its type.
    package static let isPrivate = Flags(rawValue: 8)
    /// Never assigned again.
    package static let isConstant = Flags(rawValue: 16)
  }

  package let kind: Kind
  package let name: NameID
  /// The function, type, … itself; of a variable what gives it its value: a `declarator`, an `assign`, a loop.
  package let node: NodeID
  /// Of a variable: the leaf with its name.
  package let binding: NodeID?
  /// What runs when it is called, or the value that it begins with.
  package let body: NodeID?
  /// The place of the declaration that it belongs to.
  package let parent: UInt32
  package let flags: Flags
  /// Of an extension: the last name of the type that it extends.
  package let extended: NameID?

  /// An extension without a name of its own: the name that stands there is that of another type.
  var isUnnamedExtension: Bool { kind == .type && extended == name }
}
