/// What keeps one client from harming the others.
package struct SessionLimits: Hashable, Sendable {
  /// UTF-8 bytes of a message of a client. A write of an SDK may have 16 MiB; as JSON it is somewhat longer.
  package var messageBytes: Int
  /// Of messages that wait to be carried out; beyond them nothing is read from the client.
  package var waitingBytes: Int
  /// Locations and queries that a client listens to.
  package var listens: Int
  /// Writes that are left behind for the end of the connection.
  package var leftWrites: Int
  /// Seconds without a poll, after which a client that polls is gone.
  package var silence: Int64

  package init(
    messageBytes: Int = 32 << 20, waitingBytes: Int = 1 << 20, listens: Int = 10_000, leftWrites: Int = 10_000,
    silence: Int64 = 60
  ) {
    self.messageBytes = messageBytes
    self.waitingBytes = waitingBytes
    self.listens = listens
    self.leftWrites = leftWrites
    self.silence = silence
  }
}
