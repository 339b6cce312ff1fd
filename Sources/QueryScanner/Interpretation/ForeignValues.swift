/// Values of packages that are neither read nor an SDK's: whatever their methods are called, they ask no query here.
extension Interpreter {
  /// Whether the declared type of a value, or what made it, belongs to another package.
  func isForeign(_ value: ScannedValue) -> Bool {
    guard case .unknown(let unknown) = value else { return false }
    return unknown.cause == .foreign || unknown.type.map(isForeign) == true
  }

  private func isForeign(_ type: TypeName) -> Bool {
    let place = TypeInFile(type: type, file: file)
    if let known = foreignTypes[place] { return known }
    let answer = isDeclaredElsewhere(type)
    foreignTypes[place] = answer
    return answer
  }

  private func isDeclaredElsewhere(_ type: TypeName) -> Bool {
    let parts = type.name.split(separator: ".").map(String.init)
    guard let head = parts.first, let name = parts.last, type.arguments.isEmpty || namesImports,
      !foreignNames.saysNothing(name), index.type(named: type.name, from: file) == nil,
      typedValue(type, file: file) == nil
    else { return false }
    switch source.language {
    case .java, .kotlin: return true
    case .javascript, .typescript, .python: return isImportedFromElsewhere(head)
    case .swift, .dart:
      if parts.count > 1, index.type(named: head, from: file) == nil { return !foreignNames.soundsLikeSDK(head) }
      return !foreignNames.soundsLikeSDK(name)
    case .markdown: return false
    }
  }

  /// Imports say which names they bring.
  private var namesImports: Bool {
    switch source.language {
    case .java, .kotlin, .javascript, .typescript, .python: true
    case .swift, .dart, .markdown: false
    }
  }

  /// Whether a name that nothing of the project declares is that of a class of another package, or of something that is
  /// imported from one and is not called like a database.
  func isForeign(_ name: String) -> Bool {
    guard !foreignNames.saysNothing(name) else {
      return isImportedFromElsewhere(name) && !foreignNames.soundsLikeDatabase(name)
    }
    switch source.language {
    case .swift, .dart: return !foreignNames.soundsLikeSDK(name)
    case .java, .kotlin: return isImportedFromElsewhere(name) || ForeignNames.ofParse.contains(name)
    case .javascript, .typescript, .python: return isImportedFromElsewhere(name)
    case .markdown: return false
    }
  }

  private func isImportedFromElsewhere(_ name: String) -> Bool {
    for (imported, target) in zip(index.files[file].imports, index.files[file].targets) {
      guard let original = imported.names[name], target == nil else { continue }
      if foreignNames.soundsLikeFirebase(imported.module) || foreignNames.soundsLikeFirebase(original) { return false }
      return isElsewhere(imported)
    }
    return false
  }

  private func isElsewhere(_ imported: Import) -> Bool {
    switch source.language {
    case .javascript, .typescript: JavaScriptModule.of(imported.module) == .foreign
    case .java, .kotlin: true
    case .python:
      imported.module.first != "."
        && imported.module.split(separator: ".").first.map { !index.folders.contains(String($0)) } == true
    case .dart: DartImports.isElsewhere(imported.module)
    case .swift, .markdown: false
    }
  }

  /// What a call of something foreign answers: foreign again, unless it hands out what it was given or what it keeps for
  /// others.
  func result(ofForeign receiver: ScannedValue, _ name: String, _ arguments: [CallArgument]) -> ScannedValue {
    let value = unknownCall(arguments, name: name)
    guard isForeign(receiver), !handsOut(name), !foreignNames.soundsLikeDatabase(name),
      arguments.allSatisfy({ !$0.value.isOfSDK })
    else { return value }
    return .unknown(UnknownValue(.foreign, name: name))
  }

  private func handsOut(_ name: String) -> Bool {
    ForeignNames.handsOut.contains(name) || (name == "of" && source.language == .dart)
  }

  /// `Table("users")`, `new Cache()`: a class that is not read.
  func result(ofConstructing name: String, _ arguments: [CallArgument]) -> ScannedValue {
    if name == "Map", source.language.isScript, let map = map(of: arguments) { return map }
    let value = unknownCall(arguments, name: name)
    guard !foreignNames.saysNothing(name), !foreignNames.soundsLikeContainer(name), isForeign(name),
      arguments.allSatisfy({ !$0.value.isOfSDK })
    else { return value }
    return .unknown(UnknownValue(.foreign, name: name))
  }
}

extension Interpreter {
  /// `new Map([["key", value]])`; nil where the entries are not written down.
  private func map(of arguments: [CallArgument]) -> ScannedValue? {
    guard arguments.count == 1, case .list(let list) = arguments[0].value, !list.isOpen, !list.elements.isEmpty else {
      return nil
    }
    var entries: [ScannedEntry] = []
    for element in list.elements {
      guard case .list(let pair) = element, pair.elements.count == 2, !pair.isOpen else { return nil }
      entries.set(pair.elements[0], pair.elements[1])
    }
    return .record(entries)
  }
}

/// The name of a type as a file says it.
struct TypeInFile: Hashable {
  var type: TypeName
  var file: Int
}

/// What names sound like. Every name is listened to once: code says the same ones over and over.
final class ForeignNames {
  private struct Sound: OptionSet {
    let rawValue: UInt8

    /// Not a class, or one that may hold anything.
    static let nothing = Sound(rawValue: 1)
    /// Like a class of the SDKs, or like one that wraps theirs.
    static let sdk = Sound(rawValue: 2)
    /// Like what hands out objects that others have made.
    static let container = Sound(rawValue: 4)
    static let firebase = Sound(rawValue: 8)
    static let database = Sound(rawValue: 16)
  }

  private var known: [String: Sound] = [:]

  func saysNothing(_ name: String) -> Bool { sound(of: name).contains(.nothing) }
  func soundsLikeSDK(_ name: String) -> Bool { sound(of: name).contains(.sdk) }
  func soundsLikeContainer(_ name: String) -> Bool { sound(of: name).contains(.container) }
  func soundsLikeFirebase(_ name: String) -> Bool { sound(of: name).contains(.firebase) }
  func soundsLikeDatabase(_ name: String) -> Bool { sound(of: name).contains(.database) }

  private func sound(of name: String) -> Sound {
    if let known = known[name] { return known }
    let sound = Self.sound(of: name)
    known[name] = sound
    return sound
  }

  private static func sound(of name: String) -> Sound {
    var sound: Sound = []
    let lower = name.lowercased()
    let isFire = lower.contains("fire")
    if !isClass(name) || anything.contains(name) { sound.insert(.nothing) }
    if wordsOfSDKs.contains(where: { lower.contains($0) }) || lower.hasSuffix("db") || lower.hasSuffix("ref") {
      sound.insert(.sdk)
    }
    if containers.contains(where: { name.contains($0) }) { sound.insert(.container) }
    if isFire || lower.hasPrefix("google.") || lower.hasPrefix("com.google.") { sound.insert(.firebase) }
    if isFire || lower.contains("db") || lower.contains("database") { sound.insert(.database) }
    return sound
  }

  private static func isClass(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) && name.count > 2
  }

  /// Classes whose queries are built with the words of Firestore's, wherever they come from.
  static let ofParse: Set<String> = ["ParseQuery", "ParseObject", "ParseUser", "ParseRole", "ParseInstallation"]

  private static let anything: Set<String> = [
    "Any", "AnyObject", "Object", "Self", "Function", "Array", "List", "Set", "Map", "Dictionary", "Optional",
  ]
  private static let wordsOfSDKs = [
    "fire", "query", "collection", "document", "reference", "database", "snapshot", "batch", "transaction",
  ]
  private static let containers = [
    "Inject", "Environment", "Dependency", "Provider", "Container", "Service", "Shared",
  ]

  /// Methods of containers, contexts and service locators, which answer what others have put there.
  static let handsOut: Set<String> = [
    "get", "find", "resolve", "inject", "lookup", "read", "watch", "locate", "provide", "use", "instance",
    "getInstance", "getBean", "I", "unwrap", "select", "value", "call",
  ]
}

extension ScannedValue {
  /// Whoever gets it may ask the database through it.
  fileprivate var isOfSDK: Bool {
    switch self {
    case .database, .type, .handle: true
    case .alternatives(let values): values.contains(where: \.isOfSDK)
    default: holdsQuery
    }
  }
}
