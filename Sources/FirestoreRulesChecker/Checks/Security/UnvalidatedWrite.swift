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
// ignore: When the field is harmless in the hands of the user. It is information where the field only names a person and
//   whoever writes it is one: an author names others, and an owner hands over a document that `create` gave them, or that
//   every account may create with any content, which is FB4005.

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
      let writes = grants.filter { isWrite($0, subject.access) }.flatMap { grant in
        deciding.fields.flatMap { field in
          freeWays(to: field, in: grant, ownerFields).map { FreeWrite(field: field, grant: grant, way: $0) }
        }
      }
      let grave = writes.filter { !$0.isBetweenPersons(subject.access) }
      return finding(grave.isEmpty ? writes : grave, severity: grave.isEmpty ? .info : nil, subject)
    }
  }

  /// Where another statement lets everybody do the same, that is what is wrong: FB4002 or FB4003 says it.
  private static func isWrite(_ grant: AccessModel.Grant, _ access: AccessModel) -> Bool {
    guard grant.method == .create || grant.method == .update else { return false }
    return !access.grants(grant.method, coveringBlock: grant.block).contains { other in
      other.statement != grant.statement && other.alternatives.contains(where: \.isEmpty)
    }
  }

  private static func finding(
    _ writes: [FreeWrite], severity: Severity?, _ subject: LintSubject
  ) -> Diagnostic? {
    guard let first = writes.first else { return nil }
    let names = Set(writes.map(\.field.name)).sorted()
    let methods = writes.map(\.grant.method).uniqued()
    return subject.finding(
      .unvalidatedWrite,
      "users can \(methods.listed) `\(subject.path(of: first.grant))` with any \(names.quoted()), which other rules or "
        + "money depend on",
      at: first.grant.word.span, severity: severity, help: help(names, methods))
  }

  /// The ways to satisfy a grant that leave the field to the client.
  private static func freeWays(
    to field: DecidingField, in grant: AccessModel.Grant, _ owners: [String]
  ) -> [[Term]] {
    if grant.method == .update, owners.contains(field.name) { return [] }
    return grant.guarded.filter { !FieldLimits($0).constrains(field.name) && field.isReachable(through: $0) }
  }

  private static func help(_ names: [String], _ methods: [RulesMethod]) -> String {
    methods.first == .create
      ? "list the fields that may be set: `request.resource.data.keys().hasOnly([…])` without \(names.quoted())"
      : "add `!request.resource.data.diff(resource.data).affectedKeys().hasAny(\(names.literal))`"
  }
}

/// A way to write a field that decides, with any value.
private struct FreeWrite {
  var field: DecidingField
  var grant: AccessModel.Grant
  var way: [Term]

  /// Whether only people who have to do with the document fill in who else has: an author says whom an appointment is
  /// with, an owner hands a document over.
  func isBetweenPersons(_ access: AccessModel) -> Bool {
    guard field.onlyNamesPerson else { return false }
    if grant.method == .create { return way.namesAuthor }
    guard way.asksForPerson else { return false }
    let creates = access.grants(.create, coveringBlock: grant.block).flatMap(\.ordinary)
    let free = creates.filter { !FieldLimits($0).constrains(field.name) }
    // What nobody vouches for to begin with is as free as before: where `create` asks for nothing but an account, that is
    // what is wrong, and FB4003 or FB4005 says it.
    let unnamed = free.filter { !$0.namesAuthor }
    if !unnamed.isEmpty { return unnamed.contains { $0.asksForNothing } }
    let isOwn = way.contains { $0.comparesUser(withStored: field.name) }
    return isOwn || !free.isEmpty
  }
}

extension AccessModel.Grant {
  /// The ways of ordinary users.
  fileprivate var ordinary: [[Term]] { alternatives.filter { !$0.isPrivileged } }
}

extension [Term] {
  /// Whether the new document, or its path, says who has written it.
  fileprivate var namesAuthor: Bool {
    contains { $0.bindsPathToUser || ($0.equated(where: \.isUserID)?.other.newField != nil) }
  }

  /// Whether every account satisfies it, or everybody.
  fileprivate var asksForNothing: Bool { isEmpty || needsOnlySignIn }

  /// Whether it is about who the user is to the document as it stands.
  fileprivate var asksForPerson: Bool {
    contains { $0.bindsPathToUser || $0.mentionsUserID && $0.mentionsStoredData && !$0.mentionsNewData }
  }
}

/// A field that decides something elsewhere.
private struct DecidingField: Hashable {
  var name: String
  /// Whether it is known for nothing but being compared with the user's id.
  var onlyNamesPerson = false
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
    var persons: Set<String> = []
    for grant in access.grants(ofBlock: index) {
      for part in grant.condition?.parts ?? [] {
        names.formUnion(part.ownFieldNames.filter(FieldVocabulary.isPrivilege))
      }
      for term in grant.alternatives.joined() where grant.method != .create {
        guard let other = term.equated(where: \.isUserID)?.other, let field = other.storedField else { continue }
        persons.insert(field.name)
      }
    }
    if let id = pattern.collectionID, let fields = subject.context.collections?.first(where: { $0.key.string == id }) {
      names.formUnion(fields.value.map(\.string).filter(FieldVocabulary.isPrivilege))
    }
    let readNames = Set(readElsewhere.map(\.name))
    persons.subtract(names.union(readNames))
    fields = Set(names.map { DecidingField(name: $0) }).union(readElsewhere)
      .union(persons.map { DecidingField(name: $0, onlyNamesPerson: true) })
      .filter { !known.contains($0.name) }
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
