import FirestoreModel
import HTTPTypes
import HummingbirdCore

/// What happens to every request of HTTP/1 before somebody looks at what it is about, whatever the port is for.
struct RequestScreen: Sendable {
  let bodyLimit: Int
  let budget: RequestBudget
  /// Where the server was told to listen.
  let host: String
  /// Headers that browsers may send who do not say which they need.
  let usualHeaders: String

  /// Answers browsers that ask whether they may, refuses what the page of somebody else may be behind, reads the rest and
  /// lets go of it when it has been answered.
  ///
  /// - Parameters:
  ///   - isAdministration: whether a target changes what the service itself would not let clients change.
  ///   - refusal: the answer to what is refused here: PERMISSION_DENIED for hosts and pages, INVALID_ARGUMENT for what
  ///     cannot be read, and what ``RequestBudget`` throws.
  func respond(
    to request: Request, isAdministration: (RESTTarget) -> Bool, refusal: (FirestoreError) -> HTTPAnswer,
    _ answering: (_ target: RESTTarget, _ body: [UInt8]) async -> HTTPAnswer
  ) async -> HTTPAnswer {
    var answer: HTTPAnswer
    if request.method == .options {
      answer = CrossOrigin.preflight(request.headers, usual: usualHeaders)
    } else {
      do throws(FirestoreError) {
        let target = try RESTTarget(request.head.path ?? "/")
        try admit(request, isAdministration: isAdministration(target))
        answer = try await budget.holding(request, limit: bodyLimit) { body in await answering(target, body) }
      } catch { answer = refusal(error) }
    }
    CrossOrigin.add(to: &answer, for: request.headers)
    return answer
  }

  private func admit(_ request: Request, isAdministration: Bool) throws(FirestoreError) {
    let authority = request.head.authority
    // Clients of HTTP/1.0 do not tell the host.
    if let authority, !authority.isEmpty, !WebPages.isExpected(host: authority, configured: host) {
      throw FirestoreError(
        .permissionDenied, "The host \"\(authority)\" of the request is not one that this emulator is known by.")
    }
    guard let origin = request.headers.value("origin"), request.method != .get, request.method != .head else { return }
    guard !isAdministration || WebPages.mayAdminister(origin: origin, host: authority) else {
      throw FirestoreError(.permissionDenied, "Web pages of \"\(origin)\" cannot ask for this.")
    }
  }
}
