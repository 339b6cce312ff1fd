import FirestoreModel
import Metering
import RealtimeDatabase

extension ServedRealtimeRequest {
  /// What it bills: what was sent, whatever it was about. Refusals send little, and are billed like denials.
  func event(_ messages: RealtimeMessages) -> BillingEvent? {
    guard let kind = billedOperation else { return nil }
    var traffic = RealtimeTraffic(kind, path: Text(String(path.description.dropFirst())), bytes: sent(messages))
    traffic.uploaded = outcome == .served ? Int64(receivedBytes) : 0
    traffic.isUnindexed = isUnindexed
    traffic.isDenied = outcome == .denied
    if operation == .connect {
      let full = messages.handshake(isResumed: false)
      if isResumed {
        traffic.handshake = .init(full: full, resumed: messages.handshake(isResumed: true))
      } else {
        traffic.bytes += full
      }
    }
    var event = BillingEvent.realtime(traffic)
    event.time = time
    event.operationName = context.operation ?? context.test ?? ""
    return event
  }

  private var billedOperation: RealtimeTraffic.Operation? {
    switch operation {
    case .connect: .connect
    case .read: .get
    case .set: .set
    case .push: .push
    case .update: .update
    case .delete: .delete
    case .compareAndSet: .transaction
    case .listen: .listen
    case .broadcast: .broadcast
    case .onDisconnect: .onDisconnect
    case .unlisten, .left: nil
    }
  }

  private func sent(_ messages: RealtimeMessages) -> Int64 {
    let data = Int64(sentBytes)
    switch (outcome, context.carrier) {
    case (.denied, .connection), (.refused, .connection): return messages.denial
    case (.denied, .rest), (.refused, .rest): return messages.restRead(data: data)
    case (.served, .rest(let isSilent)):
      switch operation {
      case .read: return messages.restRead(data: isSilent ? 0 : data)
      // The headers of the stream, and its first event.
      case .listen: return messages.restRead(data: messages.streamEvent(data: data))
      case .broadcast: return messages.streamEvent(data: data)
      case .set, .push, .update, .delete, .compareAndSet: return messages.restWrite(data: data, isSilent: isSilent)
      case .onDisconnect, .left, .unlisten, .connect: return 0
      }
    case (.served, .connection):
      let pathBytes = Int64(path.description.utf8.count - 1)
      switch operation {
      case .read: return messages.get(data: data)
      case .listen: return isUnchanged ? messages.unchangedListen : messages.listen(path: pathBytes, data: data)
      case .broadcast: return messages.push(path: pathBytes, data: data)
      case .set, .push, .update, .delete, .compareAndSet, .onDisconnect, .unlisten: return messages.acknowledgement
      case .connect: return messages.opening
      case .left: return 0
      }
    }
  }
}
