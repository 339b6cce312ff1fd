package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct ListenMethod: BidirectionalMethod, RecordedMethod {
  package typealias Request = WireListenRequest
  package typealias Response = WireListenResponse

  package let method = ServedRequest.Method.listen
  let backend: ServiceBackend

  package func answer<Requests: AsyncSequence & Sendable>(
    _ requests: Requests, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) where Requests.Element == Request {
    let (opened, opening) = AsyncStream.makeStream(of: OpenSession.self)
    let failure = await withTaskGroup(of: ListenHalf.self) { group in
      group.addTask { await .receiving(receive(requests, call, opening, responses)) }
      group.addTask { await .delivering(deliver(opened, responses)) }
      return await ListenHalf.failure(of: &group)
    }
    if let failure { throw failure }
  }

  /// Takes the client's requests until it has finished, and ends the session then.
  private func receive<Requests: AsyncSequence & Sendable>(
    _ requests: Requests, _ call: Call, _ opening: AsyncStream<OpenSession>.Continuation,
    _ responses: some ResponseWriter
  ) async -> FirestoreError? where Requests.Element == Request {
    var open: OpenSession?
    var failure: FirestoreError?
    do {
      for try await request in requests {
        if let open {
          if !request.database.isEmpty { try DatabaseName(resourceName: request.database).require(open.database) }
        } else {
          let name = try DatabaseName(ofStream: request.database, call)
          let session = ListenSession(database: try backend.database(name), context: call.context)
          let made = OpenSession(database: name, session: session)
          open = made
          opening.yield(made)
        }
        if let open { try await serve(request, in: open, responses) }
      }
    } catch {
      failure = FirestoreError(endingStream: error)
    }
    opening.finish()
    await open?.session.end()
    return failure
  }

  private func serve(
    _ request: Request, in open: OpenSession, _ responses: some ResponseWriter
  ) async throws(FirestoreError) {
    switch request.targetChange {
    case .addTarget(let message):
      var target: ListenTarget
      do throws(FirestoreError) {
        target = try ListenTarget(message, in: open.database)
      } catch {
        // Only the target is refused, where the client has said which one that is.
        guard message.targetID > 0 else { throw error }
        try await responses.write(response(.removed([message.targetID], cause: error), in: open.database))
        return
      }
      target.purpose = request.labels["goog-listen-tags"].flatMap { ListenTarget.Purpose(rawValue: $0) }
      try await open.session.add(target)
    case .removeTarget(let id): try await open.session.remove(id)
    case nil: throw FirestoreError(.invalidArgument, "The target_change of a ListenRequest is not set.")
    }
  }

  /// Sends what the session has to tell, as fast as the client reads it.
  private func deliver(
    _ opened: AsyncStream<OpenSession>, _ responses: some ResponseWriter
  ) async -> FirestoreError? {
    for await open in opened {
      while let events = await open.session.next() {
        do throws(FirestoreError) {
          for event in events { try await responses.write(response(event, in: open.database)) }
        } catch {
          return error
        }
      }
      return await open.session.failure
    }
    return nil
  }

  private func response(_ event: ListenEvent, in database: DatabaseName) -> EncodedMessage {
    EncodedMessage { $0.listenResponse(event, in: database) }
  }
}

/// The session of a stream, made when its first message has told the database.
private struct OpenSession: Sendable {
  let database: DatabaseName
  let session: ListenSession
}

/// One direction of a stream, and why it has ended: nil where nothing is wrong.
private enum ListenHalf: Sendable {
  case receiving(FirestoreError?)
  case delivering(FirestoreError?)

  /// Lets each half end the other, and tells what has gone wrong first. Requests that have ended, well or not, decide:
  /// what the other half meets after that is only its own end.
  static func failure(of group: inout TaskGroup<ListenHalf>) async -> FirestoreError? {
    var failure: FirestoreError?
    var hasReceived = false
    for await half in group {
      switch half {
      case .receiving(let error):
        hasReceived = true
        failure = failure ?? error
      case .delivering(let error):
        if !hasReceived { failure = failure ?? error }
      }
      group.cancelAll()
    }
    return failure
  }
}
