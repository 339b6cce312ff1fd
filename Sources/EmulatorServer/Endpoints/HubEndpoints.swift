import Emulation
import HTTPTypes
import StructuredText

/// What test libraries ask the hub of the Firebase CLI: where the emulators are. `FIREBASE_EMULATOR_HUB` names the port of
/// Firestore, so that nothing else has to run.
struct HubEndpoints: Sendable {
  let opened: OpenedPorts
  let emulation: Emulation

  func answer(_ call: RESTCall) async -> HTTPAnswer {
    do throws(RESTRefusal) {
      switch call.target.segments.joined(separator: "/") {
      case "emulators":
        try call.requires(.get)
        return EndpointAnswer.document(opened.served?.discovery ?? [:])
      case "functions/disableBackgroundTriggers", "functions/enableBackgroundTriggers":
        try call.requires(.put)
        // Test libraries want no function to run meanwhile, and none ever does.
        return EndpointAnswer.document(["enabled": false])
      case "_admin/export":
        try call.requires(.post)
        return await ExchangeEndpoint(emulation: emulation).exportAll(call)
      default: throw .notFound
      }
    } catch { return .refusal(error) }
  }
}
