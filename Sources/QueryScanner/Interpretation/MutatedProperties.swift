import Diagnostics

/// Which properties other code than constructors assigns, or hands to the platform to assign (SwiftUI's bindings): what
/// they hold at first is only one of their values.
struct MutatedProperties {
  /// Assigned through something: `model.sort = …`, `$model.sort`.
  private var ofAny: Set<String> = []
  /// Assigned in the type's own code.
  private var own: [Int: Set<String>] = [:]

  /// Components whose templates are not read.
  private var unseen: Set<Int> = []

  /// Handed on as a binding.
  private var bound: Set<String> = []

  /// The functions that assign a property of the name; -1 for bindings, which the platform assigns.
  private var assigners: [String: Set<Int>] = [:]
  /// The function that is being looked at.
  private var current = -1

  /// Lists that calls change (`tags.insert(tag)`), or that go where nothing is read to be changed: by the name alone.
  private var changed: Set<String> = []

  /// Variables through which something is assigned: `options.sort = …`.
  private var entered: Set<String> = []

  init(_ index: DeclarationIndex) {
    for file in index.files where file.source.language.isScript {
      for statement in file.source.statements.compactMap(\.running) { statement.forEachNode { note($0, nil, nil) } }
    }
    for info in index.functions where !info.isConstructor {
      let bytes = Self.swiftBytes(index.files[info.file].source)
      current = info.id
      for statement in info.body ?? [] { statement.forEachNode { note($0, info.type, bytes) } }
    }
    current = -1
    for info in index.variables {
      let bytes = Self.swiftBytes(index.files[info.file].source)
      info.variable.value?.forEachNode { note($0, info.type, bytes) }
      for statement in info.variable.getter ?? [] { statement.forEachNode { note($0, info.type, bytes) } }
    }
    for type in index.types where index.files[type.file].source.source.path.hasSuffix(".vue") {
      own[type.id, default: []].formUnion(VueTemplate.assigned(in: index.files[type.file].source.source))
    }
    for (file, info) in index.files.enumerated() {
      guard info.imports.contains(where: { $0.module == "@angular/core" }) else { continue }
      let templates = AngularTemplates(of: info.source.source, in: index)
      for type in index.types where type.file == file {
        own[type.id, default: []].formUnion(templates.assigned)
        if templates.areUnseen { unseen.insert(type.id) }
      }
    }
  }

  /// Whether the template of a component is not read: it may assign whatever it can name.
  func hasUnseenTemplate(_ type: Int) -> Bool { unseen.contains(type) }

  func contains(_ name: String, of type: Int) -> Bool { ofAny.contains(name) || own[type]?.contains(name) == true }

  /// Whether another function than these assigns a property of the name.
  func isAssigned(_ name: String, exceptBy functions: [Int]) -> Bool {
    guard let found = assigners[name] else { return false }
    return found.contains { !functions.contains($0) }
  }

  func isBound(_ name: String) -> Bool { bound.contains(name) }

  /// Whether a list may have other elements than what is followed says.
  func isChanged(_ name: String) -> Bool { changed.contains(name) || bound.contains(name) }

  /// Whether the object or list that a variable holds may become another one than what is written down.
  func isEntered(_ name: String) -> Bool { entered.contains(name) || isChanged(name) }

  /// What is read of a file of Swift, whose arguments tell by their signs what is changed; nil for other languages.
  private static func swiftBytes(_ source: ParsedSource) -> [UInt8]? {
    source.language == .swift ? source.text.bytes : nil
  }

  /// - Parameter bytes: those of a file of Swift.
  private mutating func note(_ node: Expression, _ type: Int?, _ bytes: [UInt8]?) {
    switch node.kind {
    case .assignment(let target, _, _):
      note(target: target, type)
      if let name = target.entered { entered.insert(name) }
    case .name(let name):
      guard name.isBinding, name.count > 1 else { return }
      bound.insert(String(name.dropFirst()))
      assigners[String(name.dropFirst()), default: []].insert(-1)
      if let type { own[type, default: []].insert(String(name.dropFirst())) }
    case .member(let base, let name):
      // `$model.sort`, `$model.options.sort`
      if let root = base.dottedHead, root.isBinding, root.dropFirst().first?.isLetter == true {
        bound.insert(name)
        assigners[name, default: []].insert(-1)
        ofAny.insert(name)
      }
    case .call(let call):
      if case .member(let target, let method) = call.callee.kind {
        if method == "toggle", call.arguments.isEmpty { note(target: target, type) }
        if Self.changing.contains(method), let name = target.lastName { changed.insert(name) }
        if method == "assign", target.kind == .name("Object"), let name = call.arguments.first?.value.lastName {
          entered.insert(name)
        }
      }
      if let bytes { noteArguments(of: call, type, bytes) }
    default: break
    }
  }

  /// `swap(&tags, &others)`, `publisher.assign(to: \.tags, on: self)`
  private mutating func noteArguments(of call: Call, _ type: Int?, _ bytes: [UInt8]) {
    for argument in call.arguments {
      let (start, end) = (argument.value.span.start, argument.value.span.end)
      guard start > 0, start < end, end <= bytes.count else { continue }
      if bytes[start - 1] == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "&"), let name = argument.value.lastName
      {
        note(target: argument.value, type)
        changed.insert(name)
      } else if argument.label == "to", bytes[start] == UInt8(ascii: "\\") {
        let path = bytes[start..<end].split(separator: UInt8(ascii: "."))
        guard let last = path.last, path.count > 1 else { continue }
        let name = String(decoding: last, as: UTF8.self)
        ofAny.insert(name)
        changed.insert(name)
      }
    }
  }

  /// Methods of lists, sets and maps that change them.
  private static let changing: Set<String> = [
    "append", "insert", "add", "push", "unshift", "addAll", "addFirst", "addLast", "extend", "formUnion",
    "formSymmetricDifference", "update", "put", "putAll", "set", "merge", "insertAll",
  ]

  private mutating func note(target: Expression, _ type: Int?) {
    switch target.kind {
    case .list(let parts): for part in parts { note(target: part, type) }
    case .index(let base, _):
      note(target: base, type)
      if let name = base.lastName { changed.insert(name) }
    case .name(let name):
      guard let type else { return }
      own[type, default: []].insert(name)
      assigners[name, default: []].insert(current)
    case .member(let base, let name):
      assigners[name, default: []].insert(current)
      if case .name("self") = base.kind, let type {
        own[type, default: []].insert(name)
      } else if case .name("this") = base.kind, let type {
        own[type, default: []].insert(name)
      } else {
        ofAny.insert(name)
        // `sort.value = "name"` of what others may watch.
        if name == "value" { note(target: base, type) }
      }
    default: break
    }
  }
}

extension Expression {
  /// The variable through which an assignment to this goes.
  fileprivate var entered: String? {
    switch kind {
    case .member(let base, _), .index(let base, _):
      if case .name(let name) = base.kind { name } else { base.entered }
    default: nil
    }
  }
}

extension String {
  fileprivate var isBinding: Bool { utf8.first == UInt8(ascii: "$") }
}

extension Interpreter {
  /// What a property holds of which only the first value is known.
  func widened(_ initial: ScannedValue, _ info: VariableInfo, of receiver: ScannedValue, _ type: Int) -> ScannedValue {
    if case .list(let list) = initial, mutated.isChanged(info.name) { return .list(list.changed(called: info.name)) }
    guard mutated.contains(info.name, of: info.type ?? type) || isSetUnseen(info, of: receiver, type) else {
      return initial
    }
    let unknown = ScannedValue.unknown(UnknownValue(.other, name: info.name, type: info.variable.type))
    switch initial {
    case .boolean, .integer: return unknown
    case .text: return initial.knownText == "" ? unknown : ScannedValue.oneOf([initial, unknown])
    case .instance(let instance):
      guard isEnumCase(instance), let id = index.type(key: instance.type), index.types[id].cases.count > 1 else {
        return initial
      }
      return .unknown(UnknownValue(.other, name: info.name, type: TypeName(index.types[id].name)))
    default: return initial
    }
  }

  /// Whether code that is not read may have set it: the platform (`@Input()`), or whoever made what a function is given.
  private func isSetUnseen(_ info: VariableInfo, of receiver: ScannedValue, _ type: Int) -> Bool {
    let head = info.head(in: index.files[info.file].source.text)
    if head.contains(where: VariableInfo.setByPlatform.contains) { return true }
    if mutated.hasUnseenTemplate(info.type ?? type), !head.contains(where: VariableInfo.unnamed.contains) {
      return true
    }
    guard case .instance(let instance) = receiver, templates[type] == instance.object, !receivers.contains(receiver)
    else {
      return false
    }
    return !head.contains(where: VariableInfo.constant.contains)
  }
}

extension ScannedList {
  /// Where elements are added or set: their kinds stay what they are.
  func changed(called name: String?) -> ScannedList {
    var list = self
    list.isOpen = list.isOpen || list.elements.isEmpty || !list.elements.contains(where: \.isSwitch)
    list.elements = list.elements.map { $0.isSwitch ? .unknown(UnknownValue(.other, name: name)) : $0 }
    return list
  }
}

extension ScannedValue {
  /// Decides conditions, and names nothing.
  fileprivate var isSwitch: Bool {
    switch self {
    case .boolean, .integer: true
    default: false
    }
  }
}

extension VariableInfo {
  fileprivate static let setByPlatform: Set<String> = [
    "@Input", "@Prop", "@property", "@Bindable", "@AppStorage", "@SceneStorage",
  ]
  fileprivate static let constant: Set<String> = ["let", "val", "final", "const", "readonly"]
  /// What templates cannot name, or cannot assign.
  fileprivate static let unnamed: Set<String> = ["private", "static", "readonly"]

  /// The words before its name, in its line and in one before it that holds an annotation.
  fileprivate func head(in source: SourceText) -> [String] {
    guard let end = variable.value?.span.start, end <= source.bytes.count else { return [] }
    var start = end
    // What an annotation says in parentheses is a part of it: `@property({ type: Boolean }) on = false`.
    var depth = 0
    while start > 0, depth > 0 || !Self.ends.contains(source.bytes[start - 1]) {
      start -= 1
      if source.bytes[start] == UInt8(ascii: ")") { depth += 1 }
      if source.bytes[start] == UInt8(ascii: "(") { depth = max(depth - 1, 0) }
    }
    var words = Self.words(source.bytes[start..<end])
    if start > 0, source.bytes[start - 1] == UInt8(ascii: "\n") {
      var before = start - 1
      while before > 0, source.bytes[before - 1] != UInt8(ascii: "\n") { before -= 1 }
      let line = source.bytes[before..<start - 1]
      if !line.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }) {
        words += Self.words(line).prefix { $0.utf8.first == UInt8(ascii: "@") }
      }
    }
    return words
  }

  private static let ends = Set("\n;{}".utf8)

  private static func words(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "("), UInt8(ascii: ")")].contains($0) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
