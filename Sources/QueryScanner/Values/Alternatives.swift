import Diagnostics
import QueryModel

extension ScannedValue {
  /// Values that are told apart at one place.
  static let alternativeLimit = 64

  var isUnknown: Bool { if case .unknown = self { true } else { false } }
}

extension QueryDraft {
  /// More ways lead here than are followed.
  package mutating func markIncomplete() { note(UnresolvedPart(.variants)) }

  mutating func note(_ part: UnresolvedPart) {
    guard !unresolved.contains(part) else { return }
    unresolved.append(part)
    unresolved.sort()
  }
}
