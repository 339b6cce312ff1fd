import Diagnostics
import QueryScanner

/// FB1009, or FB1006, for a query that never reaches the service, because the SDK throws at it.
enum RefusedBySDK {
  static func findings(on source: SourceRequest) -> [Diagnostic] {
    guard let refusal = source.request.refusal else { return [] }
    return [
      Diagnostic(
        refusal.isOfGroupCursor ? .collectionGroupDocumentIdCursor : .invalidQuery,
        "\(refusal.sdk) refuses \(source.title): \(refusal.message)", at: refusal.location,
        notes: [
          refusal.isOfService
            ? "production would answer INVALID_ARGUMENT"
            : (refusal.wouldBeAnswered ? "the service would answer it; " : "")
              + "the SDK throws before anything is sent"
        ], help: refusal.help)
    ]
  }
}
