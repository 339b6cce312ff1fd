import Diagnostics
import Emulation
import FirestoreModel
import FirestoreService
import HTTPTypes
import RealtimeDatabase
import RealtimeService
import StructuredText

/// `/path.json`: reads, writes and streams.
struct RealtimeData: Sendable {
  let emulation: Emulation
  let calls: OpenCalls

  func answer(_ call: RealtimeCall, at path: RealtimePath) async throws(RealtimeRefusal) -> HTTPAnswer {
    let form = try RealtimeAnswerForm(call)
    let (context, expiry) = try call.context(now: emulation.clock.now)
    let instance = try call.instance(of: emulation)
    switch call.method {
    case .get, .head:
      let query = try call.query()
      try form.check(call, hasQuery: query != nil)
      if call.wantsStream {
        return try await RealtimeStream(
          clock: emulation.clock, calls: calls, instance: instance,
          listener: instance.listen(path, query: query, context), expiry: expiry, isExport: form.isExport
        ).answer()
      }
      let answer = try read(call, path, query, form, instance, context)
      // What somebody has seen is not lost when the process dies.
      try await instance.waitUntilDurable()
      return answer
    case .put, .delete:
      try form.check(call, hasQuery: false)
      let json = call.method == .put ? try call.json() : .null
      let change = try await write(to: instance, context) { () throws(RealtimeWriteError) in
        try .set(json, at: path, expectedHash: form.expectedHash)
      }
      let node = change.new.addressed(path)
      return form.answer(node, tag: node.etag)
    case .post:
      try form.refuseCondition()
      let json = try call.json()
      let key = instance.nextPushID()
      let change = try await write(to: instance, pushing: key, context) { () throws(RealtimeWriteError) in
        try .push(json, below: path, key: key)
      }
      return form.answer(["name": .string(key.key.string)], tag: change.new[path].etag)
    case .patch:
      try form.refuseCondition()
      let json = try call.json()
      _ = try await write(to: instance, context) { () throws(RealtimeWriteError) in try .update(json, at: path) }
      return form.answer(json, tag: nil)
    default: return .methodNotAllowed("GET, HEAD, PUT, PATCH, POST, DELETE, OPTIONS")
    }
  }

  /// Carries out a write, and returns when it is durable.
  private func write(
    to instance: RealtimeInstance, pushing key: PushID? = nil, _ context: RealtimeContext,
    _ make: () throws(RealtimeWriteError) -> RealtimeWrite
  ) async throws(RealtimeRefusal) -> RealtimeChange {
    let write: RealtimeWrite
    do throws(RealtimeWriteError) { write = try make() } catch { throw .invalidWrite(error) }
    let result: Result<RealtimeChange, RealtimeRefusal>
    do throws(RealtimeRefusal) {
      result = .success(try instance.write(write, pushing: key, context))
    } catch {
      result = .failure(error)
    }
    // A refusal may tell what is there, too.
    try await instance.waitUntilDurable()
    return try result.get()
  }

  private func read(
    _ call: RealtimeCall, _ path: RealtimePath, _ query: RealtimeQuerySpec?, _ form: RealtimeAnswerForm,
    _ instance: RealtimeInstance, _ context: RealtimeContext
  ) throws(RealtimeRefusal) -> HTTPAnswer {
    let begin = emulation.clock.now
    if let tag = form.ifNoneMatch {
      guard let node = try instance.read(path, unlessTagged: tag, context) else { return HTTPAnswer(.notModified) }
      return form.answer(node, tag: node.etag)
    }
    let node = try instance.read(path, query: query, depth: form.isShallow ? .shallow : .everything, context)
    if let limit = form.time, emulation.clock.now.microseconds - begin.microseconds > limit {
      throw .invalidRequest("The read took longer than the time that was given for it.")
    }
    return form.answer(node, tag: query == nil ? node.etag : nil)
  }
}

extension RealtimeCall {
  /// The body as JSON, whatever type it says to be of.
  func json() throws(RealtimeRefusal) -> JSONValue {
    guard !body.isEmpty else { throw .invalidRequest("Error: No data supplied.") }
    // What production makes of a key that is written twice is not documented: the last one counts, as for JSON.parse.
    let options = JSONReader.Options(repeatedKeys: .lastCounts, limits: ReadLimits(bytes: 512 << 20))
    guard let node = JSONReader.read(SourceText(path: "body", bytes: body), options).node else {
      throw .invalidRequest("Invalid data; couldn't parse JSON object, array, or value.")
    }
    return JSONValue(node)
  }

  /// Nil: a plain read of the whole location.
  func query() throws(RealtimeRefusal) -> RealtimeQuerySpec? {
    do throws(RealtimeQueryRefusal) {
      return try RealtimeQuerySpec(
        restParameters: parameters.map { (name: $0.name, value: $0.value) }, isShallow: isTrue("shallow"))
    } catch { throw .invalidRequest(error.message) }
  }
}
