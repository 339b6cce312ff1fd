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
  /// The document that shows the code, of the same length as what is read of it; nil: code of its own.
  package let document: SourceText?

  /// - Parameter source: what is read.
  package init(
    _ source: SourceText, _ language: SourceLanguage, span: Span? = nil, shownIn document: SourceText? = nil
  ) {
    self.source = source
    self.document = document
    let range = (span ?? Span(0, source.bytes.count)).clamped(to: source.bytes.count)
    self.span = Span(range.lowerBound, range.upperBound)
    self.language = language
  }

  /// The file in which its places are.
  package var file: SourceText { document ?? source }
  package var isShown: Bool { document != nil }
}
