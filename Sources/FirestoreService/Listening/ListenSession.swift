package import FirestoreModel

/// One Listen stream: any number of targets that move through time together.
///
/// Messages are pulled: as long as nobody asks for the next ones nothing is made, so a client that does not read costs
/// nothing but its place in the change log.
package actor ListenSession {
  private let database: FirestoreDatabase
  private let context: RequestContext

  package init(database: FirestoreDatabase, context: RequestContext) {
    self.database = database
    self.context = context
  }

  /// - Throws: what ends the whole stream.
  package func add(_ target: ListenTarget) throws(FirestoreError) {}

  package func remove(_ id: Int32) throws(FirestoreError) {}

  /// The next messages, in order; waits for them. Nil when the session has ended.
  package func next() async -> [ListenEvent]? { nil }

  /// The client is gone.
  package func end() {}
}
