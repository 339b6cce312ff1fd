import EmulatorPage
import FirestoreModel
import HTTPTypes
import HummingbirdCore

/// Answers the requests to the port of the page: its files, and below `/firebreak/v1` what they and scripts ask for.
struct PageResponder: Sendable {
  let endpoints: PageEndpoints
  let bodyLimit: Int
  let budget: RequestBudget

  func respond(_ request: Request) async -> HTTPAnswer {
    var answer: HTTPAnswer
    do throws(FirestoreError) {
      let target = try RESTTarget(request.head.path ?? "/")
      try PageGuard.admit(
        request.headers, method: request.method, authority: request.head.authority, isPage: target.isPage)
      answer = try await budget.holding(request, limit: bodyLimit) { body in
        await route(RESTCall(method: request.method, target: target, fields: request.headers, body: body))
      }
    } catch { answer = .refusal(error) }
    for (name, value) in Self.headers { answer.fields[name] = value }
    return answer
  }

  private func route(_ call: RESTCall) async -> HTTPAnswer {
    if call.target.segments.first == "firebreak", call.target.segment(1) == "v1" { return await endpoints.answer(call) }
    guard let asset = call.target.asset else { return .refusal(.notFound) }
    guard call.method == .get || call.method == .head else { return .refusal(.methodNotAllowed([.get, .head])) }
    return HTTPAnswer(.ok, asset.contentType, .bytes(Array(asset.text.utf8)))
  }

  /// Nothing but the page's own files is loaded or run, no other page shows it in a frame or reads what it gets, and no
  /// text ever becomes markup: browsers that know trusted types refuse it.
  private static let headers: [(HTTPField.Name, String)] = [
    ("cache-control", "no-store"),
    (
      "content-security-policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    ("cross-origin-opener-policy", "same-origin"), ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"), ("x-content-type-options", "nosniff"), ("x-frame-options", "DENY"),
  ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}

extension RESTTarget {
  fileprivate var isPage: Bool { asset == .indexHtml }

  /// Nil: there is no such file.
  fileprivate var asset: PageAsset? {
    if segments.count <= 1, segments.first?.isEmpty ?? true { return .indexHtml }
    return segments.count == 1 ? PageAsset(rawValue: segments[0]) : nil
  }
}
