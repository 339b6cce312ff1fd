// FB7011 same-query-twice info
//
// means: One client runs the same query twice at the same time. Listeners share one target and cost nothing more; gets
//   of server SDKs are billed each time.
// why: Within one client equal queries (path, filters, orders, limit) are one target. Equal means equal in all of
//   these.
// example:
//   two screens listening to conversations where participants array-contains $me
// fix: Share the result between the two places.
// ignore: When both are listeners of one client.

import Diagnostics
import FirestoreModel
import QueryModel
import QueryScanner
import Simulation
import Workloads

/// FB7011: one list of steps attaches the same listener twice. It bills once, but its filters are done twice in the app.
enum SameQueryTwice: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    for steps in hazards.workload.stepLists {
      var open = OpenListeners()
      for step in steps { step.visit { open.take($0) } }
      for (step, first) in open.repeated {
        hazards.report(
          .sameQueryTwice, "\(step.title) listens to the same query as \(first.title)", at: step.shapeSpan, of: step,
          notes: [note], help: help)
      }
    }
  }

  /// The listeners of one list of steps that have not ended where a step stands.
  private struct OpenListeners {
    private var open: [(query: Query, step: Step)] = []
    private(set) var repeated: [(step: Step, first: Step)] = []

    mutating func take(_ step: Step) {
      switch step.action {
      case .detach(let name): open.removeAll { $0.step.result == name.text }
      // What another device listens to is another target.
      case .device(.kill), .device(.reinstall), .device(.secondDevice): open = []
      default: break
      }
      for sent in step.sentQueries where sent.kind == .listen {
        if let first = open.first(where: { $0.query == sent.template.query }) { repeated.append((step, first.step)) }
        open.append((sent.template.query, step))
      }
    }
  }

  private static let note = "both share one target: the second one costs nothing"
  private static let help = "attach it once and divide the result in the app"

  /// Two listeners of one type, or of one file outside of types, that listen to the same at the same time.
  static func findings(in sources: SourceQueries) -> [(finding: Diagnostic, of: SourceRequest)] {
    var met: [Owner: [SourceRequest]] = [:]
    var found: [(finding: Diagnostic, of: SourceRequest)] = []
    for source in sources.requests where source.request.kind == .listen && !source.request.isFromCache {
      guard let owner = Owner(of: source) else { continue }
      let others = met[owner, default: []]
      if others.count < mostOthers { met[owner] = others + [source] }
      guard let other = others.first(where: source.repeats) else { continue }
      let finding = Diagnostic(
        .sameQueryTwice, "\(source.title) is listened to twice, first in line \(other.line)",
        at: source.request.location, notes: [note], help: help,
        related: [RelatedLocation("the first listener", at: other.request.location)])
      found.append((finding, source))
    }
    return found
  }

  /// So many listeners that look alike are compared with each further one.
  private static let mostOthers = 32

  private struct Owner: Hashable {
    private enum Asked: Hashable {
      case query(SourceShape)
      case document(PathTemplate, database: Text?)
    }

    private var path: String
    private var type: String?
    private var asked: Asked

    init?(of source: SourceRequest) {
      if let shape = source.shape {
        guard source.request.unresolved.allSatisfy({ !$0.kind.decidesIndexes }) else { return nil }
        asked = .query(shape)
      } else if case .document(let document) = source.request.target, source.request.unresolved.isEmpty {
        asked = .document(document, database: source.request.database)
      } else {
        return nil
      }
      path = source.path
      type = source.request.owningType
    }
  }
}

extension Step {
  /// The name that its answer has: `as: messages`.
  fileprivate var result: String? { if case .read(let read) = action { read.result?.text } else { nil } }
}

extension ScannedRequest {
  /// `ChatRepository` of `ChatRepository.messages`.
  fileprivate var owningType: String? {
    guard let function, let dot = function.lastIndex(of: ".") else { return nil }
    return String(function[..<dot])
  }
}

extension SourceRequest {
  /// Whether both are listened to at the same time, and ask for the same also where the run says what that is.
  fileprivate func repeats(_ other: SourceRequest) -> Bool {
    // One place that several ways lead to is one listener.
    guard other.request.location.span != request.location.span else { return false }
    if let site = request.site, let others = other.request.site, !site.isBeside(others) { return false }
    guard text.contains("?") else { return true }
    guard let site = request.site, let others = other.request.site else { return false }
    return site.hasValues(of: others)
  }
}
