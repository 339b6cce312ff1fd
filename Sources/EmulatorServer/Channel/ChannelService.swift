import FirestoreModel
import HTTPTypes
import WebChannel

/// `Listen` and `Write` for web pages. A browser holds no stream in both directions, so a session is made of requests:
/// those that bring maps, and one that waits for arrays.
struct ChannelService: Sendable {
  let methods: ServiceMethods
  let calls: OpenCalls
  let turns: ConversionTurns
  let sessions: ChannelSessions
  let limits: ServerLimits

  /// - Parameter stream: `Listen` or `Write`.
  func answer(_ request: RESTCall, _ stream: String) async -> HTTPAnswer {
    guard request.method == .post || request.method == .get else { return .refusal(.methodNotAllowed([.get, .post])) }
    guard stream == "Listen" || stream == "Write" else { return .refusal(.notFound) }
    do throws(FirestoreError) {
      let form = try await turns.convert(request.body.count) { () throws(FirestoreError) in
        try ChannelForm.entries(request.body)
      }
      do throws(ChannelRefusal) { return try await answer(request, stream, form) } catch { return .refusal(error) }
    } catch { return .refusal(error) }
  }

  private func answer(
    _ request: RESTCall, _ stream: String, _ form: [FormEntry]
  ) async throws(ChannelRefusal) -> HTTPAnswer {
    let origin = request.fields.value("origin")
    switch try ChannelRequest(isPost: request.method == .post, parameter: request.target.value, form: form) {
    case .open(let opening):
      return try await open(opening, stream, request.fields)
    case .forward(let id, let acknowledged, let maps):
      let session = try sessions.session(id, stream, origin: origin)
      return .channel(.ok, try await session.deliver(maps, acknowledged: acknowledged).bytes)
    case .back(let id, let acknowledged, let mode):
      let session = try sessions.session(id, stream, origin: origin)
      return await wait(session, try session.attach(acknowledged, mode), mode)
    case .terminate(let id):
      if let session = try? sessions.session(id, stream, origin: origin) { sessions.forget(session) }
      return .channel(.ok, [])
    }
  }

  // MARK: - The handshake

  private func open(
    _ opening: ChannelOpening, _ stream: String, _ fields: HTTPFields
  ) async throws(ChannelRefusal) -> HTTPAnswer {
    let begin = ContinuousClock.now
    let session = try sessions.open(stream, origin: fields.value("origin"))
    let headers = CallHeaders(opening, fields)
    Task {
      if stream == "Listen" {
        await run(methods.listen, session, headers)
      } else {
        await run(methods.write, session, headers)
      }
    }
    _ = try await session.deliver(opening.maps, acknowledged: nil)
    var answer = HTTPAnswer.channel(.ok, session.handshake)
    if opening.wantsSessionHeader, let name = HTTPField.Name("x-http-session-id") {
      answer.fields[name] = sessions.token()
    }
    try? await Task.sleep(until: begin + limits.channel.handshakeTime, clock: .continuous)
    return answer
  }

  private func run(_ method: some BidirectionalMethod, _ session: ChannelSession, _ headers: CallHeaders) async {
    await ChannelStream(
      method: method, session: session, calls: calls, turns: turns, requestBytes: limits.requestBytes
    ).run(headers)
  }

  // MARK: - Waiting

  private func wait(_ session: ChannelSession, _ attachment: Int, _ mode: BackChannelMode) async -> HTTPAnswer {
    var silence = limits.channel.silence
    if case .polling(let milliseconds?) = mode { silence = min(silence, .milliseconds(milliseconds)) }
    return await BackChannelAnswer(session: session, attachment: attachment, mode: mode, silence: silence).answer()
  }

  /// Ends the sessions of clients that do not come back.
  func watch() async {
    while (try? await Task.sleep(for: limits.channel.roundTime)) != nil { sessions.age() }
  }
}

extension CallHeaders {
  /// Pages write their credentials into the body, since a header would cost them another request; other clients need not.
  fileprivate init(_ opening: ChannelOpening, _ fields: HTTPFields) {
    var fields = fields
    for line in opening.headers.split(whereSeparator: \.isNewline) {
      let name = line.prefix { $0 != ":" }
      guard let field = HTTPField.Name(String(name)) else { continue }
      fields.append(HTTPField(name: field, value: String(line.dropFirst(name.count + 1).drop { $0 == " " })))
    }
    self.init(fields)
    if resourcePrefix == nil, !opening.database.isEmpty { resourcePrefix = opening.database }
  }
}
