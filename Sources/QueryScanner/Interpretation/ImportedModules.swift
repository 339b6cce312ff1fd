import Diagnostics

/// Modules of scripts as values: `await import("./db")`, `import * as fire from "./fire"`.
extension Interpreter {
  /// The file of the project that is imported where the code runs; nil for anything else.
  func importedFile(_ name: String, _ arguments: [CallArgument]) -> ScannedValue? {
    guard name == "import" || name == "require", source.language.isScript, arguments.count == 1,
      let module = arguments[0].value.knownText, let other = index.scriptFile(module, from: file)
    else { return nil }
    // CommonJS: what the module sets as its own value.
    if name == "require", index.files[other].variables["default"] != nil { return exported(["default"], by: other) }
    return .handle(.named("file:\(other)"))
  }

  /// `import("./db").then(({ db }) => …)`; nil when the receiver is no module.
  func awaitedModule(_ name: String, _ receiver: ScannedValue, _ arguments: [CallArgument]) -> ScannedValue? {
    guard name == "then", case .handle(.named(let handle)) = receiver, handle.hasPrefix("file:") else { return nil }
    return deliver([receiver], to: arguments, isCertain: true)
  }

  /// What another file declares, or hands on of an SDK: `export * from "firebase/firestore"`.
  func handedOn(_ name: String, by other: Int) -> ScannedValue? {
    if let value = exported([name], by: other) { return value }
    guard index.files[other].source.language.isScript else { return nil }
    if let value = reexported(name, by: other, depth: 0) { return value }
    for (imported, target) in zip(index.files[other].imports, index.files[other].targets) where target == nil {
      let module = JavaScriptModule.of(imported.module)
      let original = imported.names.isEmpty ? name : imported.names[name]
      guard module.isFirebase, let original else { continue }
      return .handle(
        ImportedName(module: module, path: ImportedName.wholes.contains(original) ? [] : [original]).handle)
    }
    return nil
  }

  /// A member of an object into which a module was spread: `{ ...firestore, db }`.
  func spreadMember(_ name: String, of entries: [ScannedEntry]) -> ScannedValue? {
    for entry in entries.reversed() where entry.pieces != nil {
      guard case .handle(.named(let handle)) = entry.value else { continue }
      if handle.hasPrefix("file:") || ImportedName(.named(handle)) != nil {
        return member(name, of: entry.value, Span(0, 0))
      }
    }
    return nil
  }
}
