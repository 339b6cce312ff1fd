import FirestoreModel
import FirestoreWire
import SwiftProtobuf

/// `grpc.reflection.v1.ServerReflection`, and its older version, whose messages are the same: what tools that know none
/// of the services ask.
struct ReflectionMethod: BidirectionalMethod {
  typealias Request = WireServerReflectionRequest
  typealias Response = WireServerReflectionResponse

  static let services = ["v1", "v1alpha"].map { "grpc.reflection.\($0).ServerReflection" }

  let path: String
  private let files = DescribedFiles.all

  /// - Parameter service: one of ``services``.
  init(service: String) { path = "\(service)/ServerReflectionInfo" }

  func answer<Requests: AsyncSequence & Sendable>(
    _ requests: Requests, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) where Requests.Element == Request {
    do {
      for try await request in requests { try await responses.write(EncodedMessage(response(to: request))) }
    } catch {
      throw FirestoreError(endingStream: error)
    }
  }

  private func response(to request: Request) -> Response {
    var response = Response()
    response.validHost = request.host
    response.originalRequest = request
    switch request.messageRequest {
    case .fileByFilename(let name)?: response.messageResponse = file(files.file(named: name), name)
    case .fileContainingSymbol(let name)?: response.messageResponse = file(files.file(declaring: name), name)
    case .listServices?:
      response.listServicesResponse.service = files.services.map { name in
        var service = WireServiceResponse()
        service.name = name
        return service
      }
    // Nothing here has extensions.
    case .fileContainingExtension(let wanted)?:
      response.messageResponse = Self.missing("\(wanted.containingType), extension \(wanted.extensionNumber)")
    case .allExtensionNumbersOfType(let name)?:
      guard files.file(declaring: name) != nil else {
        response.messageResponse = Self.missing(name)
        break
      }
      response.allExtensionNumbersResponse.baseTypeName = name
    case nil: response.messageResponse = Self.error(.invalidArgument, "The request asks for nothing.")
    }
    return response
  }

  private func file(_ found: [UInt8]?, _ name: String) -> Response.OneOf_MessageResponse {
    guard let found else { return Self.missing(name) }
    var file = WireFileDescriptorResponse()
    file.fileDescriptorProto = [.init(found)]
    return .fileDescriptorResponse(file)
  }

  private static func missing(_ name: String) -> Response.OneOf_MessageResponse {
    error(.notFound, "\(name) is not known.")
  }

  private static func error(_ code: StatusCode, _ message: String) -> Response.OneOf_MessageResponse {
    var error = WireErrorResponse()
    error.errorCode = Int32(code.rawValue)
    error.errorMessage = message
    return .errorResponse(error)
  }
}
