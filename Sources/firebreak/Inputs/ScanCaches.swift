import Project
import ProjectCheck
import QueryScanner
import QueryShapes
import Synchronization

/// What was read and judged of each project, for whoever looks at them again and again.
final class ScanCaches: Sendable {
  struct Kept: Sendable {
    let files = KnownSourceFiles()
    let sources = ScanCache()
    let shapes = KnownShapes()
    let judged = JudgedShapes()
    let mentions = KnownMentions()
    let access = KnownAccess()
  }

  private let caches = Mutex<[[String]: Kept]>([:])
  private let scopes = Mutex<[[String]: [ProjectScope]]>([:])

  /// The projects that paths mean, as they were when somebody looked last; nil: nobody has.
  func scopes(of paths: [String]) -> [ProjectScope]? { scopes.withLock { $0[paths] } }
  func keep(_ scopes: [ProjectScope]?, of paths: [String]) { self.scopes.withLock { $0[paths] = scopes } }

  func kept(of scope: ProjectScope) -> Kept {
    let key = [scope.project.root] + scope.sourcePlaces
    return caches.withLock { caches in
      let kept = caches[key] ?? Kept()
      caches[key] = kept
      return kept
    }
  }
}
