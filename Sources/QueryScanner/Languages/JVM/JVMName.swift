/// A dotted name as the SDKs call it: without their packages, and with what the file's imports rename put right.
struct JVMName {
  let text: String
  /// Written with a package of the SDKs.
  let isQualified: Bool
  /// As the code says it.
  private let written: String

  init(_ written: String, _ scope: VocabularyScope) {
    var parts = written.utf8.split(separator: UInt8(ascii: ".")).map { Substring($0) }[...]
    isQualified = written.hasPrefix("com.google.")
    self.written = written
    if isQualified { parts = parts.drop { $0.first?.isLowercase ?? false } }
    let renamed =
      parts.first.flatMap { first in
        scope.imports.lazy.compactMap { $0.names[String(first)] }.first { $0 != first && $0 != "*" }
      }
    if let renamed {
      // `import a.Outer.Inner as X`: the last part of the import is what the name stands for.
      text = ([renamed] + parts.dropFirst().map(String.init)).joined(separator: ".")
    } else {
      text = parts.joined(separator: ".")
    }
  }

  /// The first part: a class, or the function itself.
  var head: Substring { text.prefix { $0 != "." } }

  /// Whether the first part is from the SDKs and no class of the same name from elsewhere. Code that imports nothing
  /// is a piece of a file: there it is taken for the SDK's.
  func isSDK(_ scope: VocabularyScope) -> Bool { isQualified || JVMPackages.provide(String(head), scope) }

  /// The package that the name is written with, or the import that brings its first part under this very name.
  fileprivate func module(_ scope: VocabularyScope) -> String? {
    if isQualified { return written }
    let head = String(written.prefix { $0 != "." })
    return scope.imports.first { $0.names[head] != nil }?.module
  }

  /// `documents` for `getDocuments`; nil when the name is no getter's.
  static func property(ofGetter name: String) -> String? {
    guard name.hasPrefix("get"), let first = name.dropFirst(3).first,
      first.isASCII ? ("A"..."Z").contains(first) : first.isUppercase
    else { return nil }
    return first.lowercased() + name.dropFirst(4)
  }
}

/// Where the SDKs' classes are imported from.
enum JVMPackages {
  private static let firestore = ["com.google.firebase.firestore", "com.google.cloud.firestore"]
  private static let realtime = ["com.google.firebase.database"]
  private static let all = firestore + ["com.google.firebase", "com.firebase.ui", "com.google.android.gms"]

  /// Whether a class of this simple name comes from the SDKs.
  static func provide(_ name: String, _ scope: VocabularyScope) -> Bool { provide(name, all, scope) }

  /// Whether a type is one of Firestore's.
  static func firestoreProvides(_ type: JVMName, _ scope: VocabularyScope) -> Bool { provide(type, firestore, scope) }

  /// Whether a type is one of the Realtime Database.
  static func realtimeProvides(_ type: JVMName, _ scope: VocabularyScope) -> Bool {
    !scope.imports.isEmpty && provide(type, realtime, scope)
  }

  /// Whether anything of Firestore is imported, or nothing at all.
  static func mentionFirestore(_ scope: VocabularyScope) -> Bool { mention(firestore, scope) }

  /// Whether anything of the Realtime Database is imported, or nothing at all.
  static func mentionRealtime(_ scope: VocabularyScope) -> Bool { mention(realtime, scope) }

  private static func mention(_ packages: [String], _ scope: VocabularyScope) -> Bool {
    scope.imports.isEmpty || scope.imports.contains { isOne($0.module, of: packages) }
  }

  private static func provide(_ type: JVMName, _ packages: [String], _ scope: VocabularyScope) -> Bool {
    type.module(scope).map { isOne($0, of: packages) } ?? provide(type.text, packages, scope)
  }

  private static func provide(_ name: String, _ packages: [String], _ scope: VocabularyScope) -> Bool {
    if scope.imports.isEmpty { return true }
    if let named = scope.imports.first(where: { $0.names.keys.contains(name) || $0.names.values.contains(name) }) {
      return isOne(named.module, of: packages)
    }
    return scope.imports.contains { $0.names.isEmpty && isOne($0.module, of: packages) }
  }

  private static func isOne(_ module: String, of packages: [String]) -> Bool {
    packages.contains { module.hasPrefix($0) }
  }
}
