import FirestoreModel
import Metering
import QueryExecution
import QueryModel
import QueryPlanner
import Workloads

extension CellSimulation {
  func begin(
    _ page: PageStep, _ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) -> Progress {
    do throws(ExpressionError) {
      var environment = environment(of: instance, task: task, scope: scope)
      let query = try page.query.bound(in: &environment)
      let size = Int(clamping: min(random(of: task).draw(page.size), Int64(Int32.max) - 1))
      var pages: Int64?
      if case .pages(let quantity) = page.until { pages = random(of: task).draw(quantity) }
      let paging = Paging(page: page, step: step, scope: scope, query: query, size: size, pagesLeft: pages)
      task.frames.append(.paging(paging))
    } catch {
      notes.report(error)
    }
    return .proceed
  }

  /// Reads one page; puts the rest back.
  func advance(_ paging: Paging, _ task: StepTask) -> Progress {
    guard let instance = task.instance else { return .proceed }
    var paging = paging
    if let left = paging.pagesLeft {
      guard left > 0 else { return finish(paging, task, instance) }
      paging.pagesLeft = left - 1
    }
    do {
      let part = try nextPage(&paging, instance)
      paging.parts.append(part)
      paging.last = part.window.document(at: part.shown - 1) ?? paging.last
      let hasMore = paging.page.looksAhead ? part.window.count > paging.size : part.shown == paging.size
      guard hasMore, paging.size > 0 else { return finish(paging, task, instance) }
      task.frames.append(.paging(paging))
      return .proceed
    } catch let error as FirestoreError {
      refuse(error, paging.step, instance)
    } catch let denied as DeniedAccess {
      deny(denied, paging.step, instance)
    } catch {
      notes.internalError("\(error)", at: paging.step.span)
    }
    return finish(paging, task, instance)
  }

  private func nextPage(_ paging: inout Paging, _ instance: ActorInstance) throws -> ResultPart {
    var query = paging.query
    query.limit = Int32(clamping: paging.size + (paging.page.looksAhead ? 1 : 0))
    if let last = paging.last {
      if paging.page.cursor == .refetch {
        let again = try get(last.path, paging.page.source, paging.step, instance)
        guard again != nil else {
          throw FirestoreError(.notFound, "The document of the cursor does not exist any more.")
        }
      }
      let order = try cursorOrder(of: query, paging.page.cursor)
      query.orders = order
      query.start = cursor(behind: last, order)
    }
    let (result, isFromCache) = try answer(
      query, from: paging.page.source, sharesListeners: false, paging.step, instance)
    let part = ResultPart(
      window: result.window, shown: min(result.window.count, paging.size), leadingOrder: result.leadingOrder,
      isFromCache: isFromCache)
    if isFromCache { noteOutdated(.windows([part]), paging.step, instance) }
    observe(part, of: query, paging, instance)
    return part
  }

  /// A snapshot cursor names the position exactly, so SDKs send the complete order with it; values alone stand behind
  /// all documents that share them.
  private func cursorOrder(of query: Query, _ kind: PageStep.CursorKind) throws(FirestoreError) -> [Order] {
    if kind == .value, !query.orders.isEmpty { return query.orders }
    return try query.normalized(database: world.engine.planner.database).order
  }

  private func cursor(behind document: Document, _ order: [Order]) -> Cursor {
    let name = DocumentName(database: world.engine.planner.database, path: document.path)
    let values = order.map { clause in
      Operand.value(clause.path.isDocumentName ? .reference(name) : document.fields[clause.path] ?? .null)
    }
    return Cursor(values: values, before: false)
  }

  private func observe(_ part: ResultPart, of query: Query, _ paging: Paging, _ instance: ActorInstance) {
    guard let observer = observer(of: paging.page.result, paging.step, instance.device) else { return }
    if isTracked(paging.page.result, paging.step) {
      for position in 0..<part.shown { observer.sawDocument(part.window.document(at: position), isMoving: false) }
      if part.isFromCache { observer.compareAnew() }
    }
    // The pages of one call stand below one another, in the place of those of the call before.
    observer.sawCount(paging.parts.reduce(part.shown) { $0 + $1.shown })
  }

  /// All pages together are the result.
  private func finish(_ paging: Paging, _ task: StepTask, _ instance: ActorInstance) -> Progress {
    do {
      let kept = try keep(.windows(paging.parts), paging.page.keep, paging.step, paging.scope, task, instance)
      if let name = paging.page.result { instance.device.results[name.text] = kept }
      show(
        kept, unless: paging.page.intended, isFiltered: paging.page.keep != nil, by: paging.step.operation,
        to: instance)
      if let observer = observer(of: paging.page.result, paging.step, instance.device) {
        let isTracked = isTracked(paging.page.result, paging.step)
        try observeIntention(
          paging.page.intended, of: paging.step, isTracked ? observer : nil, paging.scope, task, instance)
      }
      try keepOnScreen(paging, task, instance)
      if !paging.page.each.isEmpty {
        task.frames.append(.each(paging.page.each, HeldDocuments(kept), paging.scope))
      }
    } catch let error as ExpressionError {
      notes.report(error)
    } catch let error as FirestoreError {
      refuse(error, paging.step, instance)
    } catch {
      notes.internalError("\(error)", at: paging.step.span)
    }
    return .proceed
  }
}
