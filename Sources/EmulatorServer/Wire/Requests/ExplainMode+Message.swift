import FirestoreService
import FirestoreWire

extension ExplainMode {
  init(_ message: WireExplainOptions) { self = message.analyze ? .analyze : .planOnly }
}
