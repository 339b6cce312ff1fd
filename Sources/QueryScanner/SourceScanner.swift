package import Diagnostics
package import SourceTokens

/// Finds every Firestore and Realtime Database request in source code and documents.
///
/// All sources of a project are read together: what a function is called with and what a constant holds may stand in
/// another file. Incomplete code is read as far as it goes; nothing that is not known is guessed.
package enum SourceScanner {
  /// - Parameters:
  ///   - configuration: files that say where modules are: `tsconfig.json`, `package.json`, `pubspec.yaml`.
  ///   - cache: what was read by earlier scans of mostly the same files.
  package static func scan(
    _ sources: [SourceText], configuration: [SourceText] = [], cache: ScanCache = ScanCache()
  ) -> ScanReport {
    if let known = cache.report(on: sources, configuration) { return known }
    let report = DeepStack.run {
      var report = EvaluatedSources.report(on: sources, configuration: configuration, cache: cache)
      report.fragments = cache.fragments(sources)
      report.remarks += cache.remarks(sources)
      return report
    }
    guard let report else { return ScanReport(requests: [], fragments: [], remarks: []) }
    cache.keep(report, on: sources, configuration)
    return report
  }
}

/// What was found, in the order of files and of their text.
package struct ScanReport: Hashable, Sendable {
  package var requests: [ScannedRequest]
  /// JSON and rules that documents show.
  package var fragments: [DocumentFragment]
  package var remarks: [LocatedRemark]
  /// Where the first thing of a piece of code stands that is nested too deeply to be read: what else is nested as deeply
  /// in it was not read either.
  package var cuts: [SourceLocation] = []
  /// Files that may ask Firestore without a word of it.
  package var unknownDatabases: [UnknownDatabase] = []

  package init(
    requests: [ScannedRequest], fragments: [DocumentFragment], remarks: [LocatedRemark], cuts: [SourceLocation] = [],
    unknownDatabases: [UnknownDatabase] = []
  ) {
    self.requests = requests
    self.fragments = fragments
    self.remarks = remarks
    self.cuts = cuts
    self.unknownDatabases = unknownDatabases
  }
}

package struct LocatedRemark: Hashable, Sendable {
  package var remark: Remark
  package var source: SourceText
  /// What a remark in the prose of a document is about: the content of the next fence.
  package var subject: Span? = nil

  package init(remark: Remark, source: SourceText, subject: Span? = nil) {
    self.remark = remark
    self.source = source
    self.subject = subject
  }
}

/// Something in a document that is not code: what it declares counts for the queries of the same document.
package struct DocumentFragment: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// One index definition, several, or a whole index file.
    case indexes
    /// Rules of the Realtime Database, or the `.indexOn` part of them.
    case realtimeRules
    /// Security rules of Firestore.
    case securityRules
  }

  package var kind: Kind
  package var source: SourceText
  /// The document as its fences are read, as long as the source.
  package var reading: SourceText
  /// The content of the fence.
  package var span: Span

  package init(kind: Kind, source: SourceText, reading: SourceText, span: Span) {
    self.kind = kind
    self.source = source
    self.reading = reading
    self.span = span
  }
}
