import FirestoreModel
import FirestoreWire
import Foundation
import SwiftProtobuf
import Synchronization

/// Work that takes long in production. Here it has ended when its operation is told; clients that ask again find it.
final class OperationStore: Sendable {
  private struct State {
    var last = 0
    /// The oldest first.
    var operations: [WireOperation] = []
  }

  /// The oldest ones are forgotten.
  private static let limit = 1_000

  private let state = Mutex(State())

  /// Keeps what has ended.
  func end(
    in database: DatabaseName, metadata: some Message, _ result: Result<any Message, FirestoreError>
  ) throws(FirestoreError) -> WireOperation {
    var operation = WireOperation()
    operation.done = true
    do {
      operation.metadata = try Google_Protobuf_Any(message: metadata)
      switch result {
      case .success(let response): operation.response = try Google_Protobuf_Any(message: response)
      case .failure(let error):
        operation.error.code = Int32(error.status.rawValue)
        operation.error.message = error.message
      }
    } catch {
      throw FirestoreError(.internal, "The operation cannot be written: \(error).")
    }
    return state.withLock { state in
      state.last += 1
      operation.name = "\(database)/operations/\(state.last)"
      state.operations.append(operation)
      if state.operations.count > Self.limit { state.operations.removeFirst() }
      return operation
    }
  }

  func operations(of database: DatabaseName) -> [WireOperation] {
    let prefix = "\(database)/operations/"
    return state.withLock { $0.operations.filter { $0.name.hasPrefix(prefix) } }
  }

  /// - Throws: NOT_FOUND.
  func operation(named name: String) throws(FirestoreError) -> WireOperation {
    guard let found = state.withLock({ $0.operations.first { $0.name == name } }) else { throw Self.missing(name) }
    return found
  }

  /// - Throws: NOT_FOUND.
  func forget(_ name: String) throws(FirestoreError) {
    let isKnown = state.withLock { state in
      let count = state.operations.count
      state.operations.removeAll { $0.name == name }
      return state.operations.count < count
    }
    guard isKnown else { throw Self.missing(name) }
  }

  private static func missing(_ name: String) -> FirestoreError {
    FirestoreError(.notFound, "There is no operation \"\(name)\".")
  }
}

// MARK: - The service

extension AdministrationMethods {
  var getOperation: AdministrationMethod<WireGetOperationRequest, WireOperation> {
    method("GetOperation", of: Self.operationsService) { request throws(FirestoreError) in
      try operations.operation(named: request.name)
    }
  }

  var listOperations: AdministrationMethod<WireListOperationsRequest, WireListOperationsResponse> {
    method("ListOperations", of: Self.operationsService) { request throws(FirestoreError) in
      guard request.filter.isEmpty else { throw .notServed("Filters of operations are") }
      let name =
        request.name.hasSuffix("/operations") ? String(request.name.dropLast("/operations".count)) : request.name
      let all = operations.operations(of: try DatabaseName(resourceName: name))
      let page = try AdministrationPage(of: all, size: request.pageSize, token: request.pageToken)
      var response = WireListOperationsResponse()
      response.operations = Array(page.elements)
      response.nextPageToken = page.next
      return response
    }
  }

  /// All have ended: there is nothing to cancel.
  var cancelOperation: AdministrationMethod<WireCancelOperationRequest, Google_Protobuf_Empty> {
    method("CancelOperation", of: Self.operationsService) { request throws(FirestoreError) in
      _ = try operations.operation(named: request.name)
      return Google_Protobuf_Empty()
    }
  }

  var deleteOperation: AdministrationMethod<WireDeleteOperationRequest, Google_Protobuf_Empty> {
    method("DeleteOperation", of: Self.operationsService) { request throws(FirestoreError) in
      try operations.forget(request.name)
      return Google_Protobuf_Empty()
    }
  }

  var waitOperation: AdministrationMethod<WireWaitOperationRequest, WireOperation> {
    method("WaitOperation", of: Self.operationsService) { request throws(FirestoreError) in
      try operations.operation(named: request.name)
    }
  }
}
