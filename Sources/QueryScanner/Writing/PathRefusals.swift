import Diagnostics
import FirestoreModel
import QueryModel
import SourceEvaluation
import SourceSyntax
import SourceTokens

extension RequestWriter {
  /// A path that may be refused. An empty text is one only where it is written in the call: a variable that begins with
  /// one has another value when it is asked.
  func checked(_ path: ScannedValue) -> ScannedValue {
    path.knownText?.isEmpty == true && !writesEmptyText ? .unknown(UnknownValue()) : path
  }

  private var writesEmptyText: Bool {
    let (unit, node) = evaluator.place(of: sender)
    let tree = evaluator.program.units[unit].tree
    var rest = [node]
    while let next = rest.popLast() {
      if tree.kind(next) == .argument, let text = tree.children(of: next).last, tree.kind(text) == .text,
        tree.name(text) == .empty
      {
        return true
      }
      rest += tree.children(of: next)
    }
    return false
  }
}

/// Paths that can be read in the code and that the SDKs throw at.
extension ScannedValue {
  /// `collection("")`
  func refusedCollection(_ path: ScannedValue, at location: SourceLocation) -> ScannedValue {
    guard path.knownText?.isEmpty == true else { return self }
    return refused("the path of the collection is empty", "name the collection", at: location)
  }

  /// `collectionGroup("a/b")`
  func refusedGroup(_ id: ScannedValue, at location: SourceLocation) -> ScannedValue {
    guard let text = id.knownText, text.isEmpty || text.utf8.contains(UInt8(ascii: "/")) else { return self }
    let help = "name only the last part of the path: a group has no place of its own"
    if text.isEmpty { return refused("the id of the collection is empty", help, at: location) }
    return refused(
      "\(QuotedText.of(text, limit: 80)) is no id of a collection: it contains '/'", help, at: location)
  }

  private func refused(_ message: String, _ help: String, at location: SourceLocation) -> ScannedValue {
    guard case .query(var draft) = self else { return self }
    draft.refusal = .ofPath(message, help, at: location)
    return .query(draft)
  }
}

extension DocumentHandle {
  /// - Parameter base: the segments before the path; nil when they are not known.
  func refused(_ path: ScannedValue, below base: [PathSegment]?, at location: SourceLocation) -> DocumentHandle {
    guard refusal == nil, let base else { return self }
    var result = self
    if path.knownText?.isEmpty == true {
      result.refusal = .ofPath("the path of the document is empty", "name the document", at: location)
      return result
    }
    guard let own = path.pathSegments, !own.isEmpty, own.allSatisfy({ $0.literal != nil }),
      !(own.count + base.count).isMultiple(of: 2)
    else { return self }
    result.path = PathTemplate(base + own)
    result.isKnown = true
    result.refusal = .ofPath(
      "\(QuotedText.of("\(result.path)", limit: 80)) is no path of a document: it has an odd number of segments "
        + "(\(result.path.segments.count))", "name the document that is meant, or read the collection", at: location)
    return result
  }
}

extension QueryDraft {
  /// What stands before the ids of its documents; nil when that is not known.
  var documentSegments: [PathSegment]? {
    guard !unresolved.contains(where: { $0.kind == .collection }), let id = query.source.collectionID else {
      return nil
    }
    return query.source.parent.segments + [id]
  }
}

extension SDKRefusal {
  fileprivate static func ofPath(_ message: String, _ help: String, at location: SourceLocation) -> SDKRefusal {
    SDKRefusal(
      sdk: "the SDK", message: message, help: help, at: location, isOfPath: true, wouldBeAnswered: false)
  }
}
