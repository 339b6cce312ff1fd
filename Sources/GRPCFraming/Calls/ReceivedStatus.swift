import FirestoreModel
package import NIOHPACK

extension CallStatus {
  /// As a client reads it from the last headers of a stream.
  package init(trailers: HPACKHeaders) {
    let metadata = CallMetadata(trailers)
    guard let text = trailers.first(name: "grpc-status") else {
      self.init(httpStatus: trailers.first(name: ":status").flatMap { Int($0) })
      return
    }
    self.init(
      Int(text).flatMap(StatusCode.init(rawValue:)) ?? .unknown,
      trailers.first(name: "grpc-message").map(StatusMessage.decode) ?? "",
      details: metadata.binaryValues("grpc-status-details-bin").first ?? [])
  }

  /// Of an answer that says nothing in the terms of gRPC.
  private init(httpStatus: Int?) {
    let code: StatusCode =
      switch httpStatus {
      case 400: .internal
      case 401: .unauthenticated
      case 403: .permissionDenied
      case 404: .unimplemented
      case 429, 502, 503, 504: .unavailable
      default: .unknown
      }
    self.init(code, httpStatus.map { "The server has answered with the status \($0) of HTTP." } ?? "")
  }
}
