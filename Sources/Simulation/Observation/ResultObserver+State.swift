import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel

// What an observer will make of the documents that are there, and of those that went since it looked last.

extension ResultObserver {
  /// What it knows of one document.
  struct Mark: Hashable {
    var isKnown = false
    var isNewest = false
    var isForgotten = false
    var isMissed = false
    var isOutdated = false
    var delivered = Comparison()
    var intended = Comparison()
  }

  /// What a later result will be compared with.
  struct Comparison: Hashable {
    var isMember = false
    var isChanged = false
    var isGone = false
  }

  /// Looks things up at one moment.
  struct View {
    fileprivate var observer: ResultObserver
    fileprivate var delivered: Memory?
    fileprivate var intended: Memory?

    fileprivate struct Memory {
      var query: Query
      var window: ResultWindow
      var changes: [DocumentPath: DocumentChange]

      func comparison(with path: DocumentPath) -> Comparison {
        let change = changes[path]
        return Comparison(
          isMember: window.contains(path), isChanged: change != nil, isGone: change.map { $0.new == nil } ?? false)
      }
    }

    var questions: [Query] { [delivered, intended].compactMap { $0?.query } }

    /// Documents that went since a result was remembered.
    var gone: [Document] {
      var found: [DocumentPath: Document] = [:]
      for memory in [delivered, intended].compactMap(\.self) {
        for (path, change) in memory.changes where change.new == nil { found[path] = change.old }
      }
      return Array(found.values)
    }

    func mark(_ document: Document) -> Mark {
      var mark = observer.mark(document.path)
      mark.isNewest = observer.version(of: document.path) == document.updateTime
      mark.delivered = delivered?.comparison(with: document.path) ?? Comparison()
      mark.intended = intended?.comparison(with: document.path) ?? Comparison()
      return mark
    }
  }

  func view(_ log: ChangeLog) -> View {
    func memory(_ last: (query: Query, window: ResultWindow, position: Int)?) -> View.Memory? {
      last.map {
        View.Memory(
          query: $0.query, window: $0.window, changes: log.changes(since: $0.position, in: $0.query.collection))
      }
    }
    return View(observer: self, delivered: memory(rememberedDelivery), intended: memory(rememberedIntention))
  }
}
