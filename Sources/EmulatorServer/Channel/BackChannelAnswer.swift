import HTTPTypes
import WebChannel

/// The answer to a client that waits for arrays: one chunk, or as many as there will be.
struct BackChannelAnswer: Sendable {
  let session: ChannelSession
  let attachment: Int
  let mode: BackChannelMode
  /// How long nothing is written at most.
  let silence: Duration

  func answer() async -> HTTPAnswer {
    guard mode == .streaming else {
      defer { session.detach(attachment) }
      guard case .chunk(let chunk, _) = await next() else { return .channel(.ok, ChannelChunk.empty) }
      return .channel(.ok, chunk)
    }
    let pieces = BodyPieces()
    let work = Task {
      await send(to: pieces)
      session.detach(attachment)
      pieces.finish()
    }
    pieces.whenAbandoned { work.cancel() }
    guard let first = await pieces.next() else { return .channel(.ok, ChannelChunk.empty) }
    var answer = HTTPAnswer.channel(.ok, [])
    answer.body = .pieces(first: first, pieces)
    return answer
  }

  private func send(to pieces: BodyPieces) async {
    while case .chunk(let chunk, let isLast) = await next() {
      do { try await pieces.send(chunk) } catch { return }
      if isLast { return }
    }
  }

  private func next() async -> BackChannelPiece {
    let (session, attachment, silence) = (session, attachment, silence)
    return await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do { try await Task.sleep(for: silence) } catch { return }
        session.keepAlive(attachment)
      }
      let piece = await session.next(attachment, mode)
      group.cancelAll()
      return piece
    }
  }
}
