import Diagnostics
import FirestoreModel
import Metering
import RealtimeDatabase
import RealtimeRules
package import RealtimeService

extension RequestLine {
  /// One request to the Realtime Database, in the columns of those to Firestore:
  ///
  /// ```
  /// 12:00:01 read    /rooms/a    ada     ✓ 380 bytes  database.rules.json:4
  /// 12:00:02 set     /rooms/a    bob     ✗ denied     database.rules.json:5
  /// ```
  package func text(_ request: ServedRealtimeRequest) -> String {
    line(
      [
        (time(request.time), 9), (request.operation.word, 7), (shown(request.path.description, 60), 12),
        (who(request.context.caller), 8), (verdict(request), 13),
      ], detail: detail(request))
  }

  private func who(_ caller: RealtimeCaller) -> String {
    shown(caller.callerName, 40)
  }

  private func verdict(_ request: ServedRealtimeRequest) -> String {
    switch request.outcome {
    case .served:
      let bytes = request.billing?.tally(under: billing).realtimeBytes ?? 0
      return "\(isASCII ? "ok" : "✓") \(bytes) bytes"
    case .denied: return "\(no) denied"
    case .refused(.indexNotDefined): return "\(no) index"
    case .refused: return "\(no) refused"
    }
  }

  private func detail(_ request: ServedRealtimeRequest) -> String {
    let name = (request.context.operation ?? request.context.test).map { shown($0.string, 60) }
    let parts: [String?]
    switch request.outcome {
    case .served: parts = [name, request.isUnindexed ? "no index FB6004" : nil]
    case .denied:
      parts = [request.rule.map { shown("\($0.pattern) \($0.rule.kind.rawValue)", 160) } ?? "no rule", name]
    case .refused(let refusal): parts = [shown(refusal.text, 160), name]
    }
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ServedRealtimeRequest.Operation {
  /// What the operation is called in a line.
  var word: String {
    switch self {
    case .connect, .read, .set, .push, .update, .delete, .listen, .unlisten, .left: rawValue
    case .compareAndSet: "cas"
    case .broadcast: "sent"
    case .onDisconnect: "leave"
    }
  }
}
