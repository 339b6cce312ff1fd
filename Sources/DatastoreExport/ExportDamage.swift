/// Why bytes are not what Google's exports consist of, and where.
package struct ExportDamage: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The bytes are not what was written.
    case damaged
    /// They are, but nothing that Firestore can hold.
    case unsupported
  }

  package var kind: Kind
  /// Lower-case start, no final stop.
  package var message: String
  /// In bytes: of the file while its records are read, of the record or the message while those are.
  package var offset: Int

  package init(_ message: String, at offset: Int, kind: Kind = .damaged) {
    self.message = message
    self.offset = offset
    self.kind = kind
  }
}
