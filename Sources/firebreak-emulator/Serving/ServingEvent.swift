import EmulatorServer

/// What happens while an emulator serves; handled one after the other.
enum ServingEvent: Sendable {
  /// Clients can connect.
  case ready(ServedAddresses)
  /// The server serves no more; with an error when nobody asked it to stop.
  case ended((any Error)?)
  /// Somebody asks for the end.
  case signal(Int32)
  case childEnded(ChildEnd)
  /// A child had its time to end by itself.
  case graceOver
}

/// The events in their order; any thread may add one.
struct ServingEvents: Sendable {
  let stream: AsyncStream<ServingEvent>
  private let continuation: AsyncStream<ServingEvent>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func happen(_ event: ServingEvent) { continuation.yield(event) }
}
