import Diagnostics

/// Kotlin and Java in one project: a property of one is an accessor of the other, and what a file of Kotlin declares at
/// its top is static in Java.
enum PropertyAccessors {
  /// `getTitle` of `title`; `isOpen` of itself.
  static func getter(of property: String) -> String {
    hasWord(property, "is") ? property : "get" + capitalized(property)
  }

  /// `title` of `getTitle`; nil when the name is no getter's.
  static func property(of getter: String) -> String? { rest(of: getter, behind: "get") }

  /// `title` of `setTitle`; nil when the name is no setter's.
  static func property(setBy setter: String) -> String? { rest(of: setter, behind: "set") }

  /// `isOpen`, `setTitle`: the word, then a capital.
  private static func hasWord(_ name: String, _ word: String) -> Bool {
    guard name.hasPrefix(word), let next = name.utf8.dropFirst(word.utf8.count).first else { return false }
    return next >= UInt8(ascii: "A") && next <= UInt8(ascii: "Z")
  }

  private static func rest(of name: String, behind word: String) -> String? {
    guard hasWord(name, word) else { return nil }
    let rest = name.dropFirst(word.count)
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }

  private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Files of Kotlin by the classes that Java sees: `PathsKt`, or what `@file:JvmName` says.
  static func facades(of files: [FileInfo]) -> [String: Int] {
    var result: [String: Int] = [:]
    for (place, file) in files.enumerated() where file.source.language == .kotlin {
      result[jvmName(of: file.source) ?? capitalized(file.baseName) + "Kt"] = place
    }
    return result
  }

  /// `@file:JvmName("Paths")` in the first lines.
  private static func jvmName(of source: ParsedSource) -> String? {
    let head = source.text.bytes.prefix(4_000)
    let word = Array("@file:JvmName(\"".utf8)
    guard let start = head.indices.first(where: { head[$0...].starts(with: word) }) else { return nil }
    let name = head[(start + word.count)...].prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: name, as: UTF8.self)
  }
}

extension Interpreter {
  /// Java: `PathsKt`, and what `import static app.PathsKt.ROOMS` imports; nil for names of something else.
  func ofFacade(_ name: String) -> ScannedValue? {
    guard source.language == .java, !index.facades.isEmpty else { return nil }
    if let other = index.facades[name] { return .handle(.named("file:\(other)")) }
    for imported in index.files[file].imports where imported.names.isEmpty || imported.names[name] != nil {
      for owner in imported.module.split(separator: ".").suffix(2) {
        if let other = index.facades[String(owner)], let value = exported([name], by: other) { return value }
      }
    }
    return nil
  }

  /// Kotlin: `repository.rooms` where a class of Java has `getRooms()`.
  func gotten(_ name: String, of receiver: ScannedValue, _ type: Int) -> ScannedValue? {
    guard source.language == .kotlin else { return nil }
    let getters = index.methods(PropertyAccessors.getter(of: name), of: type).map { index.functions[$0] }
    let getter = getters.first { $0.parameters.isEmpty && index.files[$0.file].source.language == .java }
    return getter.map { invoke($0, [], receiver: receiver, parent: nil) }
  }

  /// Java: `repository.getRooms()`, `repository.setRooms(rooms)` where a class has the property; nil when it has none.
  func accessed(_ name: String, of receiver: ScannedValue, _ type: Int, _ arguments: [CallArgument]) -> ScannedValue? {
    guard source.language == .java else { return nil }
    if arguments.isEmpty { return PropertyAccessors.property(of: name).flatMap { property($0, of: receiver) } }
    guard arguments.count == 1, let property = PropertyAccessors.property(setBy: name),
      index.variable(property, of: type, isStatic: false) != nil
    else { return nil }
    assign(arguments[0].value, toProperty: property, of: receiver)
    return .unknown(UnknownValue())
  }

  /// Java: `PathsKt.rooms(db)`, an extension function of a file of Kotlin, which gets its receiver first.
  func extensionOfFile(_ name: String, _ file: Int, _ arguments: [CallArgument]) -> Int? {
    guard source.language == .java, !arguments.isEmpty else { return nil }
    let candidates = (index.extensionFunctions[name] ?? []).filter { index.functions[$0].file == file }
    return chosen(candidates, Array(arguments.dropFirst()))
  }
}
