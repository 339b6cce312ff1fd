import Project
import ProjectCheck
import QueryScanner
import Synchronization

/// What was read of the sources of each project, for whoever looks at them again and again.
final class ScanCaches: Sendable {
  private let caches = Mutex<[[String]: ScanCache]>([:])

  func cache(of scope: ProjectScope) -> ScanCache {
    let key = [scope.project.root] + scope.sourcePlaces
    return caches.withLock { caches in
      let cache = caches[key] ?? ScanCache()
      caches[key] = cache
      return cache
    }
  }
}
