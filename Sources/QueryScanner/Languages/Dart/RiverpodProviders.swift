/// Riverpod: a provider is the function that makes its value, and `ref.watch(provider)` is what that answers.
enum RiverpodProviders {
  /// `Provider((ref) => …)`, `Provider.family((ref, id) => …)`: the function, which is called with a `ref` first.
  static func provider(_ name: String, _ arguments: SDKArguments) -> SDKMeaning? {
    guard let parts = split(name), let first = arguments[0], first.label == nil,
      case .function(var reference) = first.value
    else { return nil }
    reference.use = parts.contains("family") ? .providerFamily : .provider
    return .value(.function(reference))
  }

  /// `ref.watch(provider)`, `ref.read(family(id))`; nil when the argument is no provider.
  static func asked(_ name: String, _ arguments: SDKArguments) -> SDKMeaning? {
    guard name == "watch" || name == "read", arguments.labels == [nil], let value = arguments[0]?.value else {
      return nil
    }
    switch value {
    case .function(let reference) where reference.use == .provider:
      return .delivery(.unknown(UnknownValue(name: "ref")), returnsClosureValue: true)
    // A family that is asked for one of its providers answers its value at once.
    case .query, .document, .database, .result, .instance, .realtime: return .value(value)
    default: return nil
    }
  }

  /// What follows the class; nil for other classes, also for those whose value changes.
  private static func split(_ name: String) -> Set<String>? {
    let parts = name.split(separator: ".").map(String.init)
    guard let head = parts.first, classes.contains(head) else { return nil }
    let rest = Set(parts.dropFirst())
    return rest.isSubset(of: ["family", "autoDispose", "internal"]) ? rest : nil
  }

  private static let classes: Set<String> = [
    "Provider", "FutureProvider", "StreamProvider", "ChangeNotifierProvider", "AutoDisposeProvider",
    "AutoDisposeFutureProvider", "AutoDisposeStreamProvider",
  ]
}

extension Interpreter {
  /// `userInfoProvider`, which is generated for the function `userInfo(Ref ref, …)`; nil when no function is called so.
  func generatedProvider(_ name: String) -> ScannedValue? {
    let suffix = "Provider"
    guard source.language == .dart, name.utf8.count > suffix.utf8.count, name.hasSuffix(suffix) else { return nil }
    let function = String(name.dropLast(suffix.count))
    guard let ids = index.globalFunctions[function], ids.count == 1,
      let first = index.functions[ids[0]].parameters.first,
      first.type?.name.hasSuffix("Ref") == true
    else { return nil }
    var reference = reference(toFunction: ids[0])
    reference.use = index.functions[ids[0]].parameters.count > 1 ? .providerFamily : .provider
    return .function(reference)
  }
}
