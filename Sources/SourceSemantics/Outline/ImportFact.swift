package import SourceSyntax
package import SourceTokens

/// What one import brings into a unit, as it is written. Where that is found is the business of the module graph.
package struct ImportFact: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable {
      /// Something that the module exports under this name.
      case member
      /// The module itself.
      case module
      /// What it exports without a name.
      case isDefault
      /// Left out: Dart's `hide`.
      case hidden
    }

    package let kind: Kind
    /// In the module; empty for the module itself and for what has no name.
    package let name: NameID
    /// In this unit.
    package let binding: NameID
    package let node: NodeID
  }

  /// The word that it begins with: `import`, `from`, `package`, `part`, …
  package let word: NameID
  /// The module as written; empty where there is none.
  package let module: NameID
  /// The names that the module's text is made of, and how many dots or levels stand before them, where a language writes
  /// modules as names.
  package let path: ModulePath
  package let items: [Item]
  /// Everything that the module exports.
  package let bringsAll: Bool
  package let isTypeOnly: Bool
  package let node: NodeID
  /// The declaration in whose body it stands; 0 at the top level.
  package let owner: UInt32
}

/// `..a.b`: two levels, then `a` and `b`. Paths of files stay one text.
package struct ModulePath: Hashable, Sendable {
  package let levels: Int
  package let names: [NameID]
}

/// Something that a unit of a script language exports.
package struct ExportFact: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A name of this unit: one that it declares or imports.
    case local(NameID)
    /// A value without a name.
    case value(NodeID)
    /// Something of another module.
    case member(NameID, of: NameID)
    /// Another module as a whole.
    case module(NameID)
    /// All that another module exports, each under its own name.
    case all(of: NameID)

    /// The module that is named; nil for what the unit has itself.
    var module: NameID? {
      switch self {
      case .local, .value: nil
      case .member(_, let module), .module(let module), .all(let module): module
      }
    }
  }

  /// Under which name; empty for all of another module, and the word `default` for what has no name.
  package let name: NameID
  package let source: Source
  package let node: NodeID
}
