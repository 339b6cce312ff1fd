package import Diagnostics
import Workloads

/// What keeps one instance of a variant from being simulated in the place of others.
package struct FoldingObstacle: Error, Hashable, Sendable {
  /// Completes "the instances cannot stand for one another: …".
  package var reason: String
  package var span: Span
  /// Another place that takes part.
  package var related: Span?

  init(_ reason: String, at span: Span, related: Span? = nil) {
    self.reason = reason
    self.span = span
    self.related = related
  }

  static func single(_ actors: [WorkloadActor]) -> FoldingObstacle {
    FoldingObstacle("there is one of each", at: actors.first?.span ?? Span(0, 0))
  }

  static func variation(at span: Span) -> FoldingObstacle {
    FoldingObstacle("chance, or the number of the instance, decides what happens here", at: span)
  }

  static func chance(at span: Span) -> FoldingObstacle {
    FoldingObstacle("chance decides what is here", at: span)
  }

  static func meeting(_ write: Access, _ other: Access) -> FoldingObstacle {
    FoldingObstacle(
      "one instance writes here what others may read or write: the number of the instance is not in front of both paths",
      at: write.span, related: other.span == write.span ? nil : other.span)
  }

  static func undivided(at span: Span) -> FoldingObstacle {
    FoldingObstacle("this is not divided into one part for each instance", at: span)
  }

  static func rules(_ actor: WorkloadActor) -> FoldingObstacle {
    FoldingObstacle("the rules may decide differently for instances that behave alike", at: actor.span)
  }
}
