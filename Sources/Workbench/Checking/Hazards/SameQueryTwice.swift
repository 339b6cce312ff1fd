import Diagnostics
import QueryModel
import QueryScanner

/// FB7011: one list of steps attaches the same listener twice. It bills once, but its filters are done twice in the app.
enum SameQueryTwice {
  static func check(_ hazards: inout HazardCollector) {
    for steps in hazards.workload.stepLists {
      var listeners: [(query: Query, step: Step)] = []
      for step in steps {
        step.visit { step in
          guard case .read(let read) = step.action, read.kind == .listen, let query = read.target.template?.query
          else { return }
          listeners.append((query, step))
        }
      }
      for (index, listener) in listeners.enumerated() {
        guard let first = listeners[..<index].first(where: { $0.query == listener.query }) else { continue }
        hazards.report(
          .sameQueryTwice, "\(listener.step.title) listens to the same query as \(first.step.title)",
          at: listener.step.shapeSpan, of: listener.step, notes: [note], help: help)
      }
    }
  }

  private static let note = "both share one target: the second one costs nothing"
  private static let help = "attach it once and divide the result in the app"

  /// Two listeners of one type, or of one file outside of types, whose shapes are the same.
  static func findings(in sources: SourceQueries) -> [(finding: Diagnostic, of: SourceRequest)] {
    var first: [Owner: SourceRequest] = [:]
    var found: [(finding: Diagnostic, of: SourceRequest)] = []
    for source in sources.requests where source.request.kind == .listen && !source.request.isFromCache {
      guard let key = source.key, source.request.unresolved.allSatisfy({ !$0.kind.decidesIndexes }) else { continue }
      let owner = Owner(path: source.path, type: source.request.owningType, key: key)
      guard let other = first[owner] else {
        first[owner] = source
        continue
      }
      // One place that several ways lead to is one listener.
      guard other.request.location.span != source.request.location.span else { continue }
      let values = source.hasUnknownValues ? ["if the values are the same, both share one target: the second one costs nothing"] : [note]
      let finding = Diagnostic(
        .sameQueryTwice, "\(source.title) is listened to twice, first in line \(other.line)",
        at: source.request.location, notes: values, help: help,
        related: [RelatedLocation("the first listener", at: other.request.location)])
      found.append((finding, source))
    }
    return found
  }

  private struct Owner: Hashable {
    var path: String
    var type: String?
    var key: SourceShapeKey
  }
}

extension ScannedRequest {
  /// `ChatRepository` of `ChatRepository.messages`.
  fileprivate var owningType: String? {
    guard let function, let dot = function.lastIndex(of: ".") else { return nil }
    return String(function[..<dot])
  }
}

extension SourceRequest {
  fileprivate var hasUnknownValues: Bool { request.targetText.contains("?") }
}
