import FirestoreModel
import QueryModel
import Simulation
import StructuredText
import Workloads

// Techniques that ask for fewer documents.

extension TechniqueSubject {
  /// The later of what was seen and what was done is the bound of the next question.
  func timestampSync() -> TechniqueProposal {
    guard key != "page" else { return .notApplicable("it reads page by page") }
    guard !bindsMovingBound else { return .notApplicable("it asks for what is newer already") }
    if let condition = intended?[.filter], intended?.source == clauses.source, intended?[.filter] != clauses[.filter] {
      let own = clauses[.filter]
      let changed =
        own.map { condition.contains($0) } ?? true
        ? {
          var query = clauses; query[.filter] = condition; return query
        }() : clauses.narrowed(by: condition)
      return .change(
        TechniqueProposal.Change(
          node: change(step([(key, asking(changed))])),
          conditions: ["what was shown before is kept on the device; changes and deletions of it never arrive"]))
    }
    guard let field = timeField else { return .notApplicable("its documents have no time that could be compared") }
    let watermark = watermark(of: field)
    let changed = clauses.narrowed(by: "\(field.description) > {\(watermark.bound)}")
    // The first time there is no bound: a number would match no time.
    let first = remembering(watermark, [("intend", node(clauses.text))])
    let later = remembering(watermark, [(key, asking(changed)), ("intend", node(clauses.text))])
    var proposal = TechniqueProposal.Change(
      node: change(
        object([("if", node("\(watermark.bound) == 0")), ("then", list([first])), ("else", list([later]))])),
      others: watermark.variables,
      conditions: [
        "what was shown before is kept on the device, and every change of a document sets `\(field.description)`"
      ])
    if isListener {
      if result.map(isCounted) ?? false {
        proposal.objections.append("its result is counted: what is newer has another number than all of it")
      }
    } else {
      proposal.objections.append(
        "a question that is asked once shows what it returns: what has not changed since the last time vanishes from the result"
      )
    }
    return .change(proposal)
  }

  private var bindsMovingBound: Bool {
    guard let filter = clauses[.filter] else { return (clauses[.cursors] ?? "").contains("{") }
    return filter.contains("> {") || filter.contains(">= {") || (clauses[.cursors] ?? "").contains("{")
  }

  func addLimit() -> TechniqueProposal {
    guard key != "page" else { return .notApplicable("it reads page by page") }
    guard query.limit == nil else { return .notApplicable("it has a limit") }
    guard let order = query.orders.first else {
      return .notApplicable("it has no order: nobody knows which documents a limit would leave")
    }
    var limited = clauses
    let isTime = isTime(order.path)
    let isNewestLast = isTime && order.direction == .ascending
    limited[isNewestLast ? .limitToLast : .limit] = "\(Technique.pageSize)"
    let conditions = ["what is beyond the first \(Technique.pageSize) is read in pages when somebody scrolls"]
    let objections = objectionsToLess(keepsNewest: true)
    if intended != nil || !isTime {
      return .change(
        TechniqueProposal.Change(
          node: change(step([(key, asking(limited))])), objections: objections, conditions: conditions))
    }
    // What arrives between two looks has to fit.
    let watermark = watermark(of: order.path)
    let arrived = clauses.narrowed(by: "\(order.path.description) > {\(watermark.variable)}")
    let isFirst = "\(watermark.variable) == 0"
    let plain = remembering(watermark, [(key, asking(limited))])
    let watched = remembering(watermark, [(key, asking(limited)), ("intend", node(arrived.text))])
    return .change(
      TechniqueProposal.Change(
        node: change(object([("if", node(isFirst)), ("then", list([plain])), ("else", list([watched]))])),
        others: watermark.variables, objections: objections, conditions: conditions))
  }

  func cursorPaging() -> TechniqueProposal {
    if key == "page" {
      guard case .page(let page) = place.step.action, page.cursor == .refetch else {
        return .notApplicable("its cursor is kept in memory")
      }
      guard case .object(var members)? = member("page")?.content else {
        return .notApplicable("its cursor is kept in memory")
      }
      members.removeAll { $0.key == "cursor" }
      members.append(Node.Member(key: "cursor", keySpan: span, value: node("snapshot")))
      return .change(
        TechniqueProposal.Change(
          node: change(step([("page", Node(.object(members), span: span))])),
          conditions: ["the last document of a page stays in memory while somebody scrolls"]))
    }
    guard !isListener else { return .notApplicable("it is a listener: give it a limit, and page what is older") }
    guard query.limit == nil else { return .notApplicable("it has a limit") }
    guard !query.orders.isEmpty else { return .notApplicable("it has no order that pages could follow") }
    let page = object([
      ("query", node(clauses.text)), ("size", Node(.number("\(Technique.pageSize)"), span: span)),
      ("until", Node(.number("1"), span: span)), ("cursor", node("snapshot")),
    ])
    return .change(
      TechniqueProposal.Change(
        node: change(step([(key, nil), ("page", page)])), objections: objectionsToLess(keepsNewest: false),
        conditions: [
          "one page of \(Technique.pageSize) is enough until somebody scrolls; every further one costs as much"
        ]))
  }

  func offsetToCursor() -> TechniqueProposal {
    guard query.offset > 0 else { return .notApplicable("it skips nothing") }
    guard query.limit != nil else {
      return .notApplicable("it has no limit: how much is behind the skipped documents is not known before it runs")
    }
    var changed = clauses
    changed[.offset] = nil
    return .change(
      TechniqueProposal.Change(
        node: change(step([(key, asking(changed))])),
        conditions: ["the last document of the page before is in memory; the figure is that of a full page"]))
  }

  func aggregate() -> TechniqueProposal {
    guard key == "query" else {
      return .notApplicable(isListener ? "a listener cannot count on the server" : "it reads page by page")
    }
    guard let result, each.isEmpty else {
      return .notApplicable("its documents may be shown: the result has no name, or is walked")
    }
    guard isCountedOnly(result) else { return .notApplicable("its documents are used, not only their number") }
    var changed = clauses
    changed[.aggregate] = "count() as total"
    return .change(
      TechniqueProposal.Change(
        node: change(step([(key, asking(changed)), ("keep", nil), ("intend", nil)])),
        objections: keep == nil
          ? [] : ["the app leaves out some of what it has read: the service would count those, too"],
        conditions: ["only the number is shown; 1,000 index entries cost one read"]))
  }

  func change(_ node: Node) -> GeneratedVariant.Change { GeneratedVariant.Change(place.path, node) }
}
