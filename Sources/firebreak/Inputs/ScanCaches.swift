import Project
import ProjectCheck
import QueryScanner
import QueryShapes
import Synchronization

/// What was read and judged of each project, for whoever looks at them again and again.
final class ScanCaches: Sendable {
  struct Kept: Sendable {
    let sources = ScanCache()
    let judged = JudgedShapes()
    let mentions = KnownMentions()
  }

  private let caches = Mutex<[[String]: Kept]>([:])

  func kept(of scope: ProjectScope) -> Kept {
    let key = [scope.project.root] + scope.sourcePlaces
    return caches.withLock { caches in
      let kept = caches[key] ?? Kept()
      caches[key] = kept
      return kept
    }
  }
}
