package import Diagnostics

/// The number of a unit in a scan.
package struct UnitID: Hashable, Sendable, Comparable {
  package let raw: UInt32

  package init(_ raw: UInt32) { self.raw = raw }

  package static func < (left: UnitID, right: UnitID) -> Bool { left.raw < right.raw }
}

/// A piece of code of one language: a file, or a part of one (a script of a page, a fence of a document).
///
/// Places count in bytes of the whole file, never of the part.
package struct SourceUnit: Hashable, Sendable {
  package let source: SourceText
  /// Where the code stands.
  package let span: Span
  package let language: SourceLanguage

  package init(_ source: SourceText, _ language: SourceLanguage, span: Span? = nil) {
    self.source = source
    let range = (span ?? Span(0, source.bytes.count)).clamped(to: source.bytes.count)
    self.span = Span(range.lowerBound, range.upperBound)
    self.language = language
  }
}
