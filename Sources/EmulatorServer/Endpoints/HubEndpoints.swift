import Emulation
import Foundation
import HTTPTypes
import StructuredText

/// What test libraries and commands ask the hub of the Firebase CLI: where the emulators are, and for an export.
/// `FIREBASE_EMULATOR_HUB` names the port of Firestore, so that nothing else has to run. Commands find everything below a
/// path of its own, since the root of a hub is another than that of Firestore.
struct HubEndpoints: Sendable {
  static let path = "/firebreak/v1/hub"

  let opened: OpenedPorts
  let emulation: Emulation

  /// Below the root, or below ``path``.
  static func isAsked(_ target: RESTTarget) -> Bool {
    let first = target.segments.first ?? ""
    return ["emulators", "functions", "_admin"].contains(first) || isBelowPath(target)
  }

  private static func isBelowPath(_ target: RESTTarget) -> Bool {
    Array(target.segments.prefix(3)) == ["firebreak", "v1", "hub"]
  }

  func answer(_ call: RESTCall) async -> HTTPAnswer {
    let segments = call.target.segments.dropFirst(Self.isBelowPath(call.target) ? 3 : 0)
    do throws(RESTRefusal) {
      switch segments.joined(separator: "/") {
      case "":
        try call.requires(.get)
        let process = Int64(ProcessInfo.processInfo.processIdentifier)
        let locator = opened.served?.hubLocator(version: emulation.settings.version, process: process)
        return EndpointAnswer.document(locator ?? [:])
      case "emulators":
        try call.requires(.get)
        return EndpointAnswer.document(opened.served?.discovery ?? [:])
      case "functions/disableBackgroundTriggers", "functions/enableBackgroundTriggers":
        try call.requires(.put)
        // Test libraries want no function to run meanwhile, and none ever does.
        return EndpointAnswer.document(["enabled": false])
      case "_admin/export":
        try call.requires(.post)
        return try await ExchangeEndpoint(emulation: emulation).exportAll(call, isAskedByTool: true)
      default: throw .notFound
      }
    } catch { return .refusal(error) }
  }
}
