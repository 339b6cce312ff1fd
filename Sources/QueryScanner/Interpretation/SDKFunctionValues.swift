import Diagnostics

/// Functions and methods of SDKs as values: `queries.map(getDocs)`, `get = query.get`. Each is a closure that calls it.
extension Interpreter {
  /// Functions of the web SDK that ask, write or listen.
  private static let functions: Set<String> = [
    "getDocs", "getDocsFromServer", "getDocsFromCache", "getDoc", "getDocFromServer", "getDocFromCache", "onSnapshot",
    "getCountFromServer", "getAggregateFromServer", "addDoc", "setDoc", "updateDoc", "deleteDoc",
  ]

  /// Methods of queries and documents that do.
  private static let methods: Set<String> = ["get", "stream", "onSnapshot", "on_snapshot", "getDocuments", "delete"]

  /// `getDocs` where it is not called; nil when the name is no such function.
  func sdkFunction(_ name: String, _ span: Span) -> ScannedValue? {
    guard source.language == .javascript || source.language == .typescript else { return nil }
    guard Self.functions.contains(index.files[file].originals[name] ?? name) || isImportedFunction(name) else {
      return nil
    }
    return closure(calling: Expression(.name(name), span), span)
  }

  /// `collection`, `where`: everyday names, which only an import says to be the SDK's.
  private func isImportedFunction(_ name: String) -> Bool {
    guard name.utf8.first.map({ $0 >= UInt8(ascii: "a") }) == true else { return false }
    return index.files[file].imports.contains { imported in
      guard let original = imported.names[name], !ImportedName.wholes.contains(original) else { return false }
      switch JavaScriptModule.of(imported.module) {
      case .firestore, .serverFirestore, .realtimeDatabase, .serverRealtimeDatabase: return true
      default: return false
      }
    }
  }

  /// `query.get` where it is not called; nil when the member is no such method.
  func sdkMethod(_ name: String, of receiver: ScannedValue, _ span: Span) -> ScannedValue? {
    switch receiver {
    case .query, .document: break
    default: return nil
    }
    guard Self.methods.contains(name) else { return nil }
    let bound = Scope(id: newID(), parent: nil, file: file)
    return within(bound) {
      declare(Self.receiverName, receiver)
      return closure(calling: Expression(.member(Expression(.name(Self.receiverName), span), name), span), span)
    }
  }

  /// `dbFirestore()` where that is another name for a function of an SDK that is also a namespace; nil when nothing knows
  /// how to call it.
  func callHandle(_ handle: ScannedValue, _ arguments: [CallArgument], _ span: Span) -> ScannedValue? {
    let callee = Expression(.name(Self.receiverName), span)
    return sdkCall(SDKArguments.selfCall, on: handle, arguments, Call(callee: callee, arguments: []))
  }

  private func closure(calling callee: Expression, _ span: Span) -> ScannedValue {
    let given = Expression(.spread(Expression(.name(Self.givenName), span)), span)
    let call = Expression(.call(Call(callee: callee, arguments: [Argument(value: given)])), span)
    return reference(
      to: Closure(
        parameters: [Parameter(pattern: .name(Self.givenName), isVariadic: true)],
        body: [Statement(.expression(call), span)], returnsLastExpression: true), span)
  }

  /// No names of the code.
  private static let receiverName = "(receiver)"
  private static let givenName = "(given)"
}
