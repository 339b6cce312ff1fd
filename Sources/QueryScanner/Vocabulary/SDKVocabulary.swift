package import Diagnostics

/// The words of one family of SDKs: what their calls and names mean in the words of the query model.
///
/// A vocabulary is asked with single values (never `alternatives`); the interpreter goes through the combinations. It
/// answers nil for what it does not know: then the code's own declarations are asked, and at last the value is unknown.
package protocol SDKVocabulary: Sendable {
  /// `name(arguments)`: a free function, constructor or static function that the code does not declare. The name is
  /// dotted as written: `collection`, `Firestore.firestore`, `FieldPath.documentID`, `firebase.firestore`.
  func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning?

  /// `receiver.name(arguments)`; ``SDKArguments/selfCall`` as the name is a call of the receiver itself.
  func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning?

  /// `receiver.name`.
  func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue?

  /// `receiver.name` where reading the property is the request (Dart's `ref.onValue`, Kotlin's `ref.snapshots`); asked
  /// before ``member(_:of:_:)``. The value is the result.
  func request(byMember name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> SDKRequest?

  /// A dotted name that the code does not declare (`Query.Direction.DESCENDING`), or one whose type the context gives
  /// (`.descending`; then it starts with a dot).
  func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue?

  /// What a parameter or property of this declared type is when nothing else is known of it: a `Query` is a query of
  /// which nothing is known, a `Firestore` is a database.
  func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue?

  /// Whether a call of something that code outside of what is read has made can only be the SDK's: in a file that
  /// imports it, nothing else has a `whereField(_:isEqualTo:)`. Asked where ``call(_:on:_:_:)`` knows the call.
  func isUnmistakable(
    _ name: String, on receiver: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> Bool
}

extension SDKVocabulary {
  package func isUnmistakable(
    _ name: String, on receiver: UnknownValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> Bool {
    false
  }

  /// In most SDKs only calls send requests.
  package func request(byMember name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> SDKRequest? {
    nil
  }
}

/// What a vocabulary may know about the place of a call.
package struct VocabularyScope: Sendable {
  /// The same for all of a file: one scope is made for every name that is looked up.
  package final class File: Sendable {
    package let language: SourceLanguage
    package let imports: [Import]
    package let caller: ScannedRequest.Caller
    package let source: SourceText
    /// By the places of the calls that keep something (`useState`): what is put there later.
    let keptStates: [Int: StateUpdates]

    package init(
      language: SourceLanguage, imports: [Import], caller: ScannedRequest.Caller, source: SourceText,
      keptStates: [Int: StateUpdates]
    ) {
      self.keptStates = keptStates
      self.language = language
      self.imports = imports
      self.caller = caller
      self.source = source
    }
  }

  package let file: File
  /// The call, the name or the member.
  package let span: Span

  package init(_ file: File, _ span: Span) {
    self.file = file
    self.span = span
  }

  package var language: SourceLanguage { file.language }
  /// Modules that the file imports.
  package var imports: [Import] { file.imports }
  /// Decided by the imports: an Admin or server SDK, or that of an app.
  package var caller: ScannedRequest.Caller { file.caller }
  package var location: SourceLocation { SourceLocation(source: file.source, span: span) }
}

/// Arguments of a call, evaluated.
package struct SDKArguments: Sendable {
  package struct Argument: Sendable {
    package var label: String?
    package var value: ScannedValue
    package var location: SourceLocation

    package init(label: String? = nil, value: ScannedValue, location: SourceLocation) {
      self.label = label
      self.value = value
      self.location = location
    }
  }

  package var all: [Argument]

  package init(_ all: [Argument]) { self.all = all }

  /// The name under which a value is called that is a function itself; no name of the code.
  package static let selfCall = "()"

  package var count: Int { all.count }
  package subscript(index: Int) -> Argument? { all.indices.contains(index) ? all[index] : nil }
  package subscript(label: String) -> Argument? { all.first { $0.label == label } }
  package var labels: [String?] { all.map(\.label) }
}

/// What a call means.
package enum SDKMeaning: Sendable {
  /// The call only makes a value.
  case value(ScannedValue)
  /// The call reads or writes. The closures among the arguments get the result as their first parameter, and the call's
  /// own value is the result, too (a task, promise or future of it).
  case request(SDKRequest)
  /// The call only hands a value to the closures among the arguments (`then`, `addOnSuccessListener`); its own value is
  /// what they return when `returnsClosureValue`, else `value`. The closures take it at the position `parameter`
  /// (Flutter's builders: the second, after the context). Not `isCertain`: they may as well not run at all.
  case delivery(ScannedValue, parameter: Int = 0, returnsClosureValue: Bool, isCertain: Bool = true)
  /// The closures among the arguments get each element of a list or result (`forEach`, `map`); the same for the value.
  case iteration(over: ScannedValue, returns: IterationValue)
  /// The closures run inside a transaction or batch of this database, with it as their first parameter.
  case transaction(DatabaseHandle, isBatch: Bool)

  package enum IterationValue: Sendable {
    /// The list again: `filter` says that what it drops had been read for nothing.
    case same(isFilter: Bool)
    /// A list of what the closure returned.
    case mapped
    case nothing
  }
}

extension SDKMeaning {
  /// What lists and promises of any library do, too.
  package var isOfAnyValue: Bool {
    switch self {
    case .delivery, .iteration: true
    case .value, .request, .transaction: false
    }
  }
}

package struct SDKRequest: Sendable {
  package var kind: ScannedRequest.Kind
  /// A query, document or realtime reference; alternatives were taken apart before.
  package var target: ScannedValue
  /// Of a listener for single children of the Realtime Database and the like.
  package var isInTransaction: Bool
  package var isInBatch: Bool
  /// Only what the client has kept is asked.
  package var isFromCache: Bool
  /// What is written to the Realtime Database; nil when it is not known, and for everything else.
  package var write: SDKWrite?

  package init(
    _ kind: ScannedRequest.Kind, _ target: ScannedValue, isInTransaction: Bool = false, isInBatch: Bool = false,
    isFromCache: Bool = false, write: SDKWrite? = nil
  ) {
    self.write = write
    self.kind = kind
    self.target = target
    self.isInTransaction = isInTransaction
    self.isInBatch = isInBatch
    self.isFromCache = isFromCache
  }
}
