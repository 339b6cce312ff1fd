import SourceSyntax
package import SourceTokens

extension NameTable {
  /// A number as texts have it.
  package mutating func intern(decimal number: Int64) -> NameID { intern(String(number)) }
}
