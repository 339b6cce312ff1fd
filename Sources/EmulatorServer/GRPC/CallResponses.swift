import FirestoreModel
import GRPCFraming
import Synchronization

/// The answer to a call, on its way to the client.
final class CallResponses: ResponseWriter {
  private let output: StreamOutput
  private let answer: Mutex<CallAnswer>
  private let threshold: Int

  /// - Parameter isConversation: what is told is told at once. All answers to a single request are known when the first
  ///   one is: they are gathered.
  init(_ head: RequestHead, isConversation: Bool, to output: StreamOutput) {
    self.output = output
    answer = Mutex(CallAnswer(head.answerEncoding))
    threshold = isConversation ? 0 : StreamOutput.allowance / 2
  }

  func write(_ message: EncodedMessage) async throws(FirestoreError) {
    guard !Task.isCancelled else { throw OpenCalls.cancelled }
    try await output.write(threshold: threshold) { pending in
      answer.withLock { answer in
        if let head = answer.write(message.bytes, to: &pending.body) { pending.heads.append(head) }
      }
    }
  }

  /// The first one counts.
  func end(_ status: CallStatus) {
    output.end { _ in answer.withLock { $0.end(status) }.map { .headers($0) } }
  }
}
