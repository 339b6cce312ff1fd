import FirestoreModel
import RealtimeDatabase
package import RealtimeService
import StructuredText

/// The requests of one client, and what it is told: the protocol without a network. Requests are carried out strictly in
/// order, since clients do not wait for answers; what a request changes is told in front of its answer.
package struct RealtimeWireSession: Sendable {
  /// Reads a token.
  package typealias Authentication = @Sendable (_ token: String) throws(RealtimeRefusal) -> RealtimeCredentials

  package struct Reply: Hashable, Sendable {
    package var message: ServerMessage
    /// Says that something was written: the client may hear it only when that is durable.
    package var acknowledgesWrite = false
  }

  package let instance: RealtimeInstance
  let authenticate: Authentication
  let limits: SessionLimits
  var listens: RealtimeListens
  /// What the client calls the locations that it listens to.
  var targets: [Int: ListenTarget] = [:]
  var lastTarget = 0
  /// Ended since the client is somebody else, and not told yet.
  var revoked: [RealtimeNotice] = []
  /// Writes for the end of the connection.
  let left: RealtimeSession
  /// Seconds since 1970 when the token of the client ends.
  package var expiry: Int64?

  package init(
    _ instance: RealtimeInstance, _ context: RealtimeContext, limits: SessionLimits = SessionLimits(),
    authenticate: @escaping Authentication
  ) {
    self.instance = instance
    self.authenticate = authenticate
    self.limits = limits
    listens = RealtimeListens(instance, context)
    left = RealtimeSession(instance: instance)
  }

  var context: RealtimeContext { listens.context }

  /// Carries out a request.
  package mutating func answer(_ request: ClientRequest) -> [Reply] {
    var pushes: [ServerMessage] = []
    let answer: ServerMessage
    var acknowledgesWrite = false
    do throws(RealtimeRefusal) {
      let result = try carryOut(request)
      pushes = result.pushes
      answer = .answer(request.number, status: "ok", result.data)
      acknowledgesWrite = result.acknowledgesWrite
    } catch {
      answer = .answer(request.number, status: error.status, .string(error.text))
    }
    pushes += pull()
    let followers = revocations()
    return pushes.map { Reply(message: $0) } + [Reply(message: answer, acknowledgesWrite: acknowledgesWrite)]
      + followers.map { Reply(message: $0) }
  }

  /// What has happened meanwhile.
  package mutating func pull() -> [ServerMessage] { messages(listens.pull()) }

  /// The token of the client has ended: from now on it is nobody.
  package mutating func expire() -> [ServerMessage] {
    expiry = nil
    let refusal = RealtimeRefusal.expiredCredentials
    let push = ServerMessage.push(.credentialRevoked(status: refusal.status, "\(refusal.text)."))
    becomes(RealtimeCredentials(caller: .anonymous))
    return [push] + revocations()
  }

  /// The connection has ended, in whatever way.
  package mutating func end() {
    listens.endAll()
    left.end()
  }
}

/// What a request brings about beside changes.
struct RequestResult {
  var data: JSONValue = ""
  /// In front of the answer.
  var pushes: [ServerMessage] = []
  var acknowledgesWrite = false

  static let nothing = RequestResult()
}

/// A location that a client listens to, in its own words.
struct ListenTarget: Hashable, Sendable {
  var path: RealtimePath
  /// As it was sent; nil for a plain one.
  var query: JSONValue?
  /// The client's number of a query.
  var tag: JSONValue?
}
