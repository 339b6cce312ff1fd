import FirestoreModel

extension DatabaseName {
  /// The database of a stream: its first message names it, or a header has.
  init(ofStream text: String, _ call: Call) throws(FirestoreError) {
    if text.isEmpty, let database = call.database {
      try database.requireIDs()
      self = database
    } else {
      try self.init(resourceName: text)
    }
  }
}

extension FirestoreError {
  /// Why no more requests can be read from a stream.
  init(endingStream error: any Error) {
    self = error as? FirestoreError ?? FirestoreError(.cancelled, "The client has ended the stream.")
  }
}
