import HTTPTypes
import StructuredText

/// What test libraries ask the hub of the Firebase CLI: where the emulators are. `FIREBASE_EMULATOR_HUB` names the port of
/// Firestore, so that nothing else has to run.
struct HubEndpoints: Sendable {
  let opened: OpenedPorts

  func answer(_ call: RESTCall) -> HTTPAnswer {
    do throws(RESTRefusal) {
      switch call.target.segments.joined(separator: "/") {
      case "emulators":
        try call.requires(.get)
        return EndpointAnswer.document(opened.served?.discovery ?? [:])
      case "functions/disableBackgroundTriggers", "functions/enableBackgroundTriggers":
        try call.requires(.put)
        return EndpointAnswer.unsupported("Triggers of Cloud Functions are")
      case "_admin/export":
        try call.requires(.post)
        return EndpointAnswer.unsupported("Exports through the hub, which are those of all emulators together, are")
      default: throw .notFound
      }
    } catch { return .refusal(error) }
  }
}
