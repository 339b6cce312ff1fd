import FirestoreModel
import FirestoreService
import HTTPTypes
import RealtimeDatabase
import RealtimeService
import StructuredText

/// A listener over server-sent events. What happens is pulled: a client that does not read costs its place in the log.
struct RealtimeStream: Sendable {
  let clock: any ServiceClock
  let calls: OpenCalls
  let instance: RealtimeInstance
  let listener: RealtimeListener
  /// Seconds since 1970 when the token of the listener ends.
  let expiry: Int64?
  /// With priorities, and without lists.
  let isExport: Bool

  /// Proxies and clients close connections on which nothing happens.
  private static let silence: Int64 = 30_000_000

  func answer() async -> HTTPAnswer {
    await EventStream.answer(
      calls, send: { pieces async throws(FirestoreError) in try await send(to: pieces) },
      atEnd: { await listener.end() })
      ?? .realtimeError(.serviceUnavailable, OpenCalls.stopping.message)
  }

  private func send(to pieces: BodyPieces) async throws(FirestoreError) {
    var lastTime = clock.now.microseconds
    let end = expiry.flatMap { seconds -> Int64? in
      let (time, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
      return overflows ? nil : time
    }
    while let notices = await next(until: min(lastTime + Self.silence, end ?? .max)) {
      if !notices.isEmpty {
        do throws(RealtimeRefusal) { try await instance.waitUntilDurable() } catch {
          return try await pieces.send(Self.event("cancel", .string(error.text)))
        }
      }
      for notice in notices {
        switch notice {
        case .changed(let delta):
          for event in events(delta) { try await pieces.send(event) }
        case .cancelled(let reason): return try await pieces.send(Self.event("cancel", .string(reason)))
        }
      }
      let now = clock.now.microseconds
      if let end, now >= end {
        return try await pieces.send(Self.event("auth_revoked", .string("credential is no longer valid")))
      }
      if !notices.isEmpty {
        lastTime = now
      } else if now - lastTime >= Self.silence {
        lastTime = now
        try await pieces.send(Self.event("keep-alive", .null))
      }
    }
  }

  /// What has happened; nothing when the time is over; nil when the listener has ended.
  private func next(until time: Int64) async -> [RealtimeNotice.Content]? {
    let (clock, listener) = (clock, listener)
    return await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do throws(CancellationError) { try await clock.sleep(until: Timestamp(microseconds: time)) } catch { return }
        listener.wake()
      }
      let notices = await listener.next()
      group.cancelAll()
      return notices
    }
  }

  // MARK: - Events

  /// `event: NAME` and `data: JSON`, each on its line.
  private static func event(_ name: String, _ data: JSONValue) -> [UInt8] {
    Array("event: \(name)\ndata: \(JSONWriter.text(data, .compact))\n\n".utf8)
  }

  /// A `put`, or a `patch` for each location of which children change.
  private func events(_ delta: RealtimeDelta) -> [[UInt8]] {
    let path = delta.path.relative(to: listener.path) ?? .root
    switch delta.content {
    case .replace(let node): return [Self.event("put", ["path": .string(path.description), "data": json(node)])]
    case .merge(let parts):
      var groups: [(parent: RealtimePath, members: [JSONValue.Member])] = []
      var places: [RealtimePath: Int] = [:]
      for part in parts {
        guard let key = part.path.last, let parent = part.path.parent.map(path.appending) else { continue }
        let member = JSONValue.Member(key.string, json(part.node))
        if let place = places[parent] {
          groups[place].members.append(member)
        } else {
          places[parent] = groups.count
          groups.append((parent, [member]))
        }
      }
      return groups.map { group in
        Self.event("patch", ["path": .string(group.parent.description), "data": .object(group.members)])
      }
    }
  }

  private func json(_ node: RealtimeNode) -> JSONValue { isExport ? node.export : node.json }
}
