// FB4006 unvalidated-write warning
//
// means: Users may write a document without a closed list of fields and without a check of a field that other rules
//   read, or whose name says that it means rights or money. The finding names the field.
// why: A client sends any fields it likes. Writing one more field is enough to become an administrator or to lower a
//   price.
// example:
//   match /products/{id} {
//     allow 1️⃣create: if request.resource.data.seller == request.auth.uid;
//     allow read: if resource.data.price > 0;
//   }
// fix: List the fields that may be set with `request.resource.data.keys().hasOnly([…])`, and those that may change with
//   `request.resource.data.diff(resource.data).affectedKeys().hasOnly([…])`. Check the values of those that decide.
// ignore: When the field is harmless in the hands of the user.

import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Ordinary users may write a document without a closed list of fields and without a check of a field that decides
/// elsewhere: a role, an owner, a price.
enum UnvalidatedWrite: RulesLint {
  static let codes: [DiagnosticCode] = [.unvalidatedWrite]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    let holes = SelfGrantedRole.holes(in: subject.access)
    let readElsewhere = DecidingFields.readElsewhere(subject.access)
    let known = Dictionary(grouping: holes) { $0.grant.statement }.mapValues { Set($0.compactMap(\.role.field)) }
    var owners: [Int: [String]] = [:]
    return subject.access.statements.compactMap { grants in
      guard let first = grants.first else { return nil }
      let ownerFields = owners[first.block] ?? subject.access.ownerFields(ofBlock: first.block)
      owners[first.block] = ownerFields
      let deciding = DecidingFields(
        block: first.block, readElsewhere[first.block] ?? [], except: known[first.statement] ?? [], subject)
      var free: Set<String> = []
      var methods: [RulesMethod] = []
      var word = first.word
      for grant in grants where grant.method == .create || grant.method == .update {
        let names = deciding.fields.filter { isFree($0, in: grant, ownerFields) }.map(\.name)
        if names.isEmpty { continue }
        if methods.isEmpty { word = grant.word }
        methods.append(grant.method)
        free.formUnion(names)
      }
      if free.isEmpty { return nil }
      let names = free.sorted()
      return subject.finding(
        .unvalidatedWrite,
        "users can \(methods.listed) `\(subject.path(of: first))` with any \(names.quoted()), which other rules or "
          + "money depend on",
        at: word.span, help: help(names, methods))
    }
  }

  private static func isFree(_ field: DecidingField, in grant: AccessModel.Grant, _ owners: [String]) -> Bool {
    if grant.method == .update, owners.contains(field.name) { return false }
    return grant.guarded.contains { !FieldLimits($0).constrains(field.name) && field.isReachable(through: $0) }
  }

  private static func help(_ names: [String], _ methods: [RulesMethod]) -> String {
    methods.first == .create
      ? "list the fields that may be set: `request.resource.data.keys().hasOnly([…])` without \(names.quoted())"
      : "add `!request.resource.data.diff(resource.data).affectedKeys().hasAny(\(names.literal))`"
  }
}

/// A field that decides something elsewhere.
private struct DecidingField: Hashable {
  var name: String
  /// The document that is read for it; nil for a field that decides in every document of its block.
  var document: DocumentTarget?

  /// Whether a way to write may be about the document that is read: `collection in ['a', 'b']` is about no other.
  func isReachable(through terms: [Term]) -> Bool {
    document.map { document in terms.allSatisfy { $0.holds(where: document.literal) != false } } ?? true
  }
}

private struct DecidingFields {
  let fields: Set<DecidingField>

  /// Fields that conditions read with `get`, by the blocks whose documents those are.
  static func readElsewhere(_ access: AccessModel) -> [Int: Set<DecidingField>] {
    var found: [Int: Set<DecidingField>] = [:]
    for term in access.grants.flatMap({ $0.alternatives.joined() }) where term.mentionsAccess && !term.mentionsNewData {
      for part in term.parts {
        guard let field = part.field, let document = field.data.documentOfData, let target = DocumentTarget(document),
          givesRights(field.name, of: target)
        else { continue }
        let read = DecidingField(name: field.name, document: target)
        for block in access.blocks(covering: target.pattern) { found[block.index, default: []].insert(read) }
      }
    }
    return found
  }

  /// A document about the user or about the whole app decides what its reader may do. Others mostly decide about what
  /// their own owner shares, which is for the owner to write.
  private static func givesRights(_ field: String, of target: DocumentTarget) -> Bool {
    let variables = target.segments.filter { if case .value = $0 { true } else { false } }
    return variables.isEmpty || !target.userSegments.isEmpty || FieldVocabulary.isPrivilege(field)
  }

  init(block index: Int, _ readElsewhere: Set<DecidingField>, except known: Set<String>, _ subject: LintSubject) {
    let access = subject.access
    let pattern = access.blocks[index].pattern
    var names: Set<String> = []
    for grant in access.grants(ofBlock: index) {
      for part in grant.condition?.parts ?? [] {
        names.formUnion(part.ownFieldNames.filter(FieldVocabulary.isPrivilege))
      }
      for term in grant.alternatives.joined() where grant.method != .create {
        guard let other = term.equated(where: \.isUserID)?.other, let field = other.storedField else { continue }
        names.insert(field.name)
      }
    }
    if let id = pattern.collectionID, let fields = subject.context.collections?.first(where: { $0.key.string == id }) {
      names.formUnion(fields.value.map(\.string).filter(FieldVocabulary.isPrivilege))
    }
    fields = Set(names.map { DecidingField(name: $0) }).union(readElsewhere).filter { !known.contains($0.name) }
  }
}

extension Term {
  /// Fields of the stored or the new document that the term itself names: `data.role`, `'role' in data`,
  /// `data.keys().hasOnly(['role'])`.
  fileprivate var ownFieldNames: [String] {
    switch kind {
    case .binary(.in, let key, let container): return container.isOwnData ? [key.stringValue].compactMap { $0 } : []
    case .method(let receiver, let name, let arguments):
      guard ["hasOnly", "hasAll", "hasAny"].contains(name), let names = arguments.first?.stringList,
        receiver.contains(where: \.isOwnData), receiver.field == nil
      else { return [] }
      return names
    default: return field.map { $0.data.isOwnData ? [$0.name] : [] } ?? []
    }
  }

  private var isOwnData: Bool { isNewData || isStoredData }
}
