import DocumentMessages
package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct ListCollectionIDsMethod: UnaryMethod, RecordedMethod {
  package typealias Request = WireListCollectionIdsRequest
  package typealias Response = WireListCollectionIdsResponse

  package let method = ServedRequest.Method.listCollectionIDs
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    let parent = try ParentName(parsing: request.parent)
    let consistency: ReadConsistency
    switch request.consistencySelector {
    case .readTime(let time)?: consistency = try ReadConsistency(readTime: time)
    case nil: consistency = .strong
    }
    let answer = try await backend.database(parent.database).listCollectionIDs(
      below: parent.document, pageSize: request.pageSize, pageToken: Text(request.pageToken), consistency, call.context)
    return EncodedMessage { writer in
      for id in answer.ids { writer.string(1, id.string) }
      if !answer.nextPageToken.isEmpty { writer.string(2, answer.nextPageToken.string) }
    }
  }
}
