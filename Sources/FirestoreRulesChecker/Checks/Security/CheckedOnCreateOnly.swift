// FB4016 checked-on-create-only warning
//
// means: A field's value is checked by one of `create` and `update`, and the other one leaves it free. The unchecked
//   way leads to the same data.
// why: Both lead to the same data. A client creates what is valid and then updates it to what is not.
// example:
//   allow create: if request.resource.data.stars <= 5 && request.resource.data.author == request.auth.uid;
//   allow 1️⃣update: if resource.data.author == request.auth.uid;
// fix: Put the checks into a function and call it for both, or keep the field from changing.
// ignore: When the check only makes sense once. It is information where `create` only sets the state that a document begins
//   with: `status == 'requested'`, and where the update lists a state among the few fields that may change.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A field whose value `create` checks may get any value through `update`, or the other way round.
enum CheckedOnCreateOnly: RulesLint {
  static let codes: [DiagnosticCode] = [.checkedOnCreateOnly]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.blocks.flatMap { block in
      let index = block.index
      return unchecked(.update, after: .create, block: index, subject)
        + unchecked(.create, after: .update, block: index, subject)
    }
  }

  private static func unchecked(
    _ method: RulesMethod, after other: RulesMethod, block: Int, _ subject: LintSubject
  ) -> [Diagnostic] {
    let access = subject.access
    let checks = access.grants(other, coveringBlock: block)
    let names = checkedEverywhere(checks).subtracting(access.ownerFields(ofBlock: block))
    guard !names.isEmpty else { return [] }
    let initial = other == .create ? names.filter { isInitialState($0, checks) } : []
    return access.grants(ofBlock: block).compactMap { grant in
      guard grant.method == method else { return nil }
      let unchecked = names.filter { name in grant.guarded.contains { !FieldLimits($0).constrains(name) } }
      if unchecked.isEmpty { return nil }
      let lasting = unchecked.subtracting(initial).subtracting(grant.listedChanges.filter { isState($0, checks) })
      let free = (lasting.isEmpty ? unchecked : lasting).sorted()
      return subject.finding(
        .checkedOnCreateOnly,
        "\(free.quoted()) of `\(subject.path(of: grant))` \(free.count == 1 ? "is" : "are") checked on "
          + "\(other.rawValue) and free on \(method.rawValue)",
        at: grant.word.span, severity: lasting.isEmpty ? .info : nil,
        help: method == .update
          ? "check \(free.count == 1 ? "it" : "them") on update too, or add "
            + "`!request.resource.data.diff(resource.data).affectedKeys().hasAny(\(free.literal))`"
          : "put the checks into a function and call it for create and update")
    }
  }

  /// Whether it is one of a few values, or a yes or no: where such a field is named among what may change, to change it is
  /// what the update is for.
  private static func isState(_ name: String, _ checks: [AccessModel.Grant]) -> Bool {
    checks.flatMap(\.guarded).allSatisfy { way in
      FieldLimits(way).checks(of: name).allSatisfy { check in
        switch check.kind {
        case .typeTest(_, "bool"), .binary(.in, _, _), .not: true
        case .binary(.equal, let left, let right): left.isConstant || right.isConstant
        default: check.newField != nil
        }
      }
    }
  }

  /// Whether every new document has one and the same value there, for updates to change.
  private static func isInitialState(_ name: String, _ creates: [AccessModel.Grant]) -> Bool {
    creates.flatMap(\.guarded).allSatisfy { way in
      way.contains { term in
        // `active == true` is kept as `active`.
        if case .not(let inner) = term.kind, inner.newField?.path == [name] { return true }
        return term.newField?.path == [name]
          || term.equated { $0.newField?.path == [name] }?.other.isConstant == true
      }
    }
  }

  /// Fields whose value every way of ordinary users checks.
  private static func checkedEverywhere(_ grants: [AccessModel.Grant]) -> Set<String> {
    guard !grants.contains(where: \.isWeak) else { return [] }
    let ways = grants.flatMap(\.guarded)
    guard let first = ways.first else { return [] }
    return ways.dropFirst().reduce(into: checked(first)) { $0.formIntersection(checked($1)) }
  }

  /// Comparisons with the stored document, the user, the path or the time are about the moment or about who writes, and
  /// belong to one method.
  private static func checked(_ terms: [Term]) -> Set<String> {
    let standing = terms.filter { term in
      !term.mentionsStoredData && !term.mentionsAuth && !term.contains { $0.isRequest("time") || $0.isCapture }
    }
    let limits = FieldLimits(standing)
    return Set(limits.checkedFields.filter { name in limits.checks(of: name).contains { !isPresence($0) } })
  }

  private static func isPresence(_ term: Term) -> Bool {
    if case .binary(.in, _, let container) = term.kind { return container.isNewData }
    return false
  }
}

extension AccessModel.Grant {
  /// Fields that every way of ordinary users names among the few that may change.
  fileprivate var listedChanges: Set<String> {
    let lists = guarded.map { Set(FieldLimits($0).allowedChanges ?? []) }
    guard let first = lists.first else { return [] }
    return lists.dropFirst().reduce(first) { $0.intersection($1) }
  }
}

extension Term {
  fileprivate var isCapture: Bool { if case .capture = kind { true } else { false } }
}
