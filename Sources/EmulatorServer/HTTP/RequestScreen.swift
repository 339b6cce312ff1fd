import FirestoreModel
import HTTPTypes
import HummingbirdCore

/// What happens to every request of HTTP/1 before somebody looks at what it is about, whatever the port is for.
struct RequestScreen: Sendable {
  let bodyLimit: Int
  /// Of forms of the browser channel, in which every byte may take three.
  var formLimit: Int { bodyLimit > .max / 3 ? bodyLimit : 3 * bodyLimit }
  let budget: RequestBudget
  let pages: WebPages
  /// Headers that browsers may send who do not say which they need.
  let usualHeaders: String

  /// Refuses what the page of somebody else may be behind, answers browsers that ask whether they may, reads the rest and
  /// lets go of it when it has been answered.
  ///
  /// - Parameter refusal: the answer to what is refused here: PERMISSION_DENIED for hosts and pages, INVALID_ARGUMENT for
  ///   what cannot be read, and what ``RequestBudget`` throws.
  func respond(
    to request: Request, refusal: (FirestoreError) -> HTTPAnswer,
    _ answering: (_ target: RESTTarget, _ body: [UInt8]) async -> HTTPAnswer
  ) async -> HTTPAnswer {
    let isPreflight = request.method == .options
    var answer: HTTPAnswer
    do throws(FirestoreError) {
      let target = isPreflight ? nil : try RESTTarget(request.head.path ?? "/")
      try pages.admit(request.headers, method: request.method, authority: request.head.authority, target: target)
      if let target {
        do throws(FirestoreError) {
          answer = try await budget.holding(request, limit: target.isChannel ? formLimit : bodyLimit) { body in
            await answering(target, body)
          }
        } catch { answer = refusal(error) }
      } else {
        answer = CrossOrigin.preflight(request.headers, usual: usualHeaders)
      }
      CrossOrigin.add(to: &answer, for: request.headers)
    } catch { answer = refusal(error) }
    CrossOrigin.mark(&answer)
    return answer
  }
}
