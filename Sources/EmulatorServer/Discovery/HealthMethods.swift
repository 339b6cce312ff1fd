import FirestoreModel
import FirestoreWire
import SwiftProtobuf

/// `grpc.health.v1.Health`: whoever is answered at all is served.
struct HealthMethods: Sendable {
  static let service = "grpc.health.v1.Health"

  /// By their full names.
  let services: Set<String>

  var check: Check { Check(services: services) }
  var list: List { List(services: services) }
  var watch: Watch { Watch(services: services) }

  /// The empty name stands for all of them.
  private static func isServed(_ name: String, _ services: Set<String>) -> Bool {
    name.isEmpty || services.contains(name)
  }

  private static func status(_ status: WireHealthCheckResponse.ServingStatus) -> WireHealthCheckResponse {
    var response = WireHealthCheckResponse()
    response.status = status
    return response
  }

  struct Check: UnaryMethod {
    typealias Request = WireHealthCheckRequest
    typealias Response = WireHealthCheckResponse

    let path = "\(HealthMethods.service)/Check"
    let services: Set<String>

    func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
      guard isServed(request.service, services) else {
        throw FirestoreError(.notFound, "The service \"\(request.service)\" is not known.")
      }
      return try EncodedMessage(status(.serving))
    }
  }

  struct List: UnaryMethod {
    typealias Request = WireHealthListRequest
    typealias Response = WireHealthListResponse

    let path = "\(HealthMethods.service)/List"
    let services: Set<String>

    func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
      var response = WireHealthListResponse()
      for service in services.union([""]) { response.statuses[service] = status(.serving) }
      return try EncodedMessage(response)
    }
  }

  /// Goes on until the client leaves or the emulator stops: nothing changes before.
  struct Watch: BidirectionalMethod {
    typealias Request = WireHealthCheckRequest
    typealias Response = WireHealthCheckResponse

    let path = "\(HealthMethods.service)/Watch"
    let services: Set<String>

    func answer<Requests: AsyncSequence & Sendable>(
      _ requests: Requests, _ call: Call, to responses: some ResponseWriter
    ) async throws(FirestoreError) where Requests.Element == Request {
      do {
        for try await request in requests {
          let isServed = isServed(request.service, services)
          try await responses.write(EncodedMessage(status(isServed ? .serving : .serviceUnknown)))
          break
        }
      } catch {
        throw FirestoreError(endingStream: error)
      }
      let (never, _) = AsyncStream.makeStream(of: Never.self)
      for await _ in never {}
      throw OpenCalls.cancelled
    }
  }
}
