/// What a channel puts up with, and its times.
package struct ChannelLimits: Hashable, Sendable {
  /// All that are open; beyond these the one gives way whose client has been away for longest.
  package var sessions = 2_000
  /// Maps that the service has not taken yet: the answer to their request waits while they are more.
  package var queuedBytes = 1 << 20
  /// Maps that have come before earlier ones.
  package var earlyMaps = 1_000
  package var earlyBytes = 32 << 20
  /// Arrays that no request has taken yet: the service waits while they are more.
  package var unwrittenBytes = 256 << 10
  /// Arrays that were written and not acknowledged. A client acknowledges with its next request only, so an answer that
  /// has written more ends and makes it send one.
  package var unacknowledgedBytes = 1 << 20
  /// A channel on which nothing is written for so long gets a `noop`, and a client that polls an answer.
  package var silence = Duration.seconds(30)
  /// Clients take a handshake that they measure for the time of one way there and back, and the network for one that holds
  /// answers back if the first byte of the next takes twice as long. On one machine that happens whenever a page is busy.
  package var handshakeTime = Duration.milliseconds(20)
  /// A session whose client has been away for this many rounds is over.
  package var roundsAway = 4
  package var roundTime = Duration.seconds(30)

  package init() {}
}
