import FirestoreModel
import FirestoreService
import FirestoreWire
import QueryModel
import SwiftProtobuf

extension ListenTarget {
  /// - Parameter database: the one that the stream is for.
  init(_ message: WireTarget, in database: DatabaseName) throws(FirestoreError) {
    self.init(id: message.targetID, subject: try Subject(message, in: database))
    switch message.resumeType {
    case .resumeToken(let token)?: resumption = token.isEmpty ? nil : .token(Array(token))
    case .readTime(let time)?: resumption = .readTime(try Timestamp(time, field: "read_time"))
    case nil: resumption = nil
    }
    if message.hasExpectedCount { expectedCount = message.expectedCount.value }
    once = message.once
  }
}

extension ListenTarget.Subject {
  fileprivate init(_ message: WireTarget, in database: DatabaseName) throws(FirestoreError) {
    switch message.targetType {
    case .documents(let target):
      var paths: [DocumentPath] = []
      for name in target.documents { paths.append(try DocumentPath(resourceName: name, in: database)) }
      self = .documents(paths)
    case .query(let target):
      let parent = try ParentName(parsing: target.parent)
      try parent.database.require(database)
      guard case .structuredQuery(let query)? = target.queryType else {
        throw FirestoreError(.invalidArgument, MessageRefusal.notStructured)
      }
      self = .query(try Query(query, below: parent))
    case nil:
      // The newest Web SDKs listen to pipelines by a field whose number is not public.
      guard message.unknownFields.data.isEmpty else {
        throw FirestoreError(
          .unimplemented, "This kind of target is not supported: pipelines need Firestore Enterprise edition (FB8001).")
      }
      throw FirestoreError(.invalidArgument, "The target_type of a Target is not set.")
    }
  }
}
