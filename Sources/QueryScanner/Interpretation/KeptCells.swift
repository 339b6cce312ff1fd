import Diagnostics

/// What Vue's `ref`, Angular's `signal`, Svelte's `writable`, Solid's `createSignal` and RxJS's `BehaviorSubject` hold:
/// the first value, those that the same file puts in its place, and perhaps others.
///
/// A text or list in such a cell is taken for the cell: reading it (`.value`, `sort()`) gives the same again.
struct KeptCells {
  /// By file and by the name of a cell that only one place of the file makes.
  private var files: [Int: [String: ReassignedVariables.Others]] = [:]

  static let makers: Set<String> = ["ref", "shallowRef", "signal", "writable", "BehaviorSubject", "createSignal"]
  static let setters: Set<String> = ["set", "next"]
  static let content = "value"

  /// The property that stands for what is put in.
  static func name(of cell: String) -> String { "\(cell).\(content)" }

  /// What a file puts in a cell; nil where it is not the only one of its name.
  mutating func puts(in cell: String, _ file: Int, _ index: DeclarationIndex) -> ReassignedVariables.Others? {
    if let known = files[file] { return known[cell] }
    let found = Self.found(in: file, index)
    files[file] = found
    return found[cell]
  }

  /// Whether something of a file is a cell of the name, as far as it has been asked for.
  func isCell(_ name: String, in file: Int) -> Bool { files[file]?[name] != nil }

  private static func found(in file: Int, _ index: DeclarationIndex) -> [String: ReassignedVariables.Others] {
    let bytes = index.files[file].source.source.bytes
    // The places: a variable at the top of a file is met as one and as a statement.
    var made: [String: Set<Int>] = [:]
    var puts: [String: ReassignedVariables.Others] = [:]
    func put(_ value: Expression, in cell: String) {
      puts[cell, default: ReassignedVariables.Others()].noteWhole(value)
    }
    func look(_ node: Expression) {
      switch node.kind {
      case .assignment(let target, let value, false):
        switch target.kind {
        case .member(let base, content): if let cell = base.lastName { put(value, in: cell) }
        case .name(let name) where name.utf8.first == UInt8(ascii: "$"): put(value, in: String(name.dropFirst()))
        default: break
        }
      case .call(let call):
        if let callee = call.callee.lastName, makers.contains(callee),
          let cell = cell(madeAt: call.callee.span.end - callee.utf8.count, bytes)
        {
          made[cell, default: []].insert(call.callee.span.end)
        }
        if case .member(let base, let method) = call.callee.kind, setters.contains(method), call.arguments.count == 1,
          let cell = base.lastName
        {
          put(call.arguments[0].value, in: cell)
        }
      default: break
      }
    }
    for info in index.functions where info.file == file && !info.isClosure {
      info.body?.forEach { $0.forEachNode(look) }
    }
    for info in index.variables where info.file == file { info.variable.value?.forEachNode(look) }
    for statement in index.files[file].source.statements where statement.isRun { statement.forEachNode(look) }
    return made.reduce(into: [:]) { all, cell in
      if cell.value.count == 1 { all[cell.key] = puts[cell.key] ?? ReassignedVariables.Others() }
    }
  }

  /// What the code calls the cell that is made at a place.
  static func cell(madeAt place: Int, _ bytes: [UInt8]) -> String? {
    guard place > 0, place <= bytes.count else { return nil }
    var start = place
    while start > 0, !ends.contains(bytes[start - 1]) { start -= 1 }
    let head = bytes[start..<place].prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "=") }
    guard head.endIndex < place else { return nil }
    return head.split { !Lexer.continuesName($0) }.last.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let ends = Set("\n;{}".utf8)
}

extension Interpreter {
  /// `ref("name")`: nil where it is no such call, or holds nothing that can be told.
  func keptCell(_ name: String, _ arguments: [CallArgument], _ call: Call) -> ScannedValue? {
    guard source.language.isScript, KeptCells.makers.contains(name), let argument = arguments.first,
      argument.value.possibilities.allSatisfy(\.isPut), arguments.count == 1 || name != "ref"
    else { return nil }
    let place = nameSpan(call.callee).start
    let cell = KeptCells.cell(madeAt: place, source.source.bytes)
    let puts = cell.flatMap { cells.puts(in: $0, file, index) }
    let known = cell.flatMap {
      properties.reading(KeptCells.name(of: $0), of: .file(file), initial: nil)?.possibilities
    }
    let others = ((puts?.values ?? []) + (puts == nil ? [] : known ?? [])).filter(\.isKeptAsItself)
    let first = argument.value.possibilities.filter { $0.isKeptAsItself || $0.isEmptyList && !others.isEmpty }
    if first.isEmpty, others.isEmpty { return nil }
    let held = ScannedValue.oneOf(first + others + [.unknown(UnknownValue(.other, name: cell))])
    return name == "createSignal" ? .list(ScannedList([held, .unknown(UnknownValue())])) : held
  }

  /// `filters.value = [where(…)]`, `filters.set([where(…)])`
  func notePut(_ value: ScannedValue, in base: Expression) {
    guard source.language.isScript, let cell = base.lastName, cells.isCell(cell, in: file) else { return }
    properties.collect(value, for: KeptCells.name(of: cell), of: .file(file))
  }

  /// `sort.getValue()`, `sort.asObservable()`, and `sort()` where there is no name: what is kept. Nil where it is no cell.
  func keptValue(_ name: String?, of cell: ScannedValue, _ arguments: [CallArgument]) -> ScannedValue? {
    guard arguments.isEmpty, source.language.isScript, name.map(Self.readingCells.contains) ?? true,
      cell.possibilities.contains(where: { $0.isKeptAsItself || name == nil && $0.isRequestable }),
      cell.possibilities.allSatisfy({
        $0.isKeptAsItself || $0.isUnknown || $0.isEmptyList || name == nil && $0.isRequestable
      })
    else { return nil }
    return cell
  }

  private static let readingCells: Set<String> = ["getValue", "asObservable", "asReadonly"]
}

extension ScannedValue {
  /// A text or list that says something.
  var isKeptAsItself: Bool {
    switch self {
    case .text: knownText != ""
    case .list(let list): !list.elements.isEmpty
    default: false
    }
  }

  fileprivate var isEmptyList: Bool {
    if case .list(let list) = self { list.elements.isEmpty } else { false }
  }

  fileprivate var isPut: Bool {
    switch self {
    case .text, .list, .null: true
    default: false
    }
  }

  fileprivate var isRequestable: Bool {
    switch self {
    case .query, .document, .realtime: true
    default: false
    }
  }
}
