import Diagnostics

/// Flutter's widgets: code makes every one of them, and the `State` of a `StatefulWidget` asks what its `widget` says.
extension Interpreter {
  /// `class _ListState extends State<List>`: the widget that it is the state of; nil for other types.
  func widget(ofState type: Int) -> Int? {
    let info = index.types[type]
    guard index.files[info.file].source.language == .dart else { return nil }
    for id in index.lineage(of: type) {
      for supertype in index.types[id].supertypes where !supertype.arguments.isEmpty {
        for argument in supertype.arguments {
          if let widget = index.type(named: argument.name, from: index.types[id].file), isWidget(widget) {
            return widget
          }
        }
      }
    }
    return nil
  }

  /// By the names of classes of frameworks: `StatefulWidget`, `ConsumerWidget`, `HookWidget`.
  private func isWidget(_ type: Int) -> Bool {
    index.lineage(of: type).contains { id in index.types[id].supertypes.contains { $0.name.hasSuffix("Widget") } }
  }

  /// `widget` in the code of a state about whose making nothing is known.
  func shownWidget(_ name: String, _ type: Int) -> ScannedValue? {
    guard name == "widget", let widget = widget(ofState: type) else { return nil }
    return template(of: widget)
  }

  /// One state for each of the widgets that the code makes with different arguments.
  func states(of type: Int, showing widget: Int) -> [ScannedValue] {
    // A widget is no state, but hostile code may say so.
    made[type] = []
    let values = madeInstances(of: widget).map { shown in
      let state = newSharedID()
      base[Slot(owner: state, name: "widget")] = shown
      return instance(of: type, nil, object: state)
    }
    made[type] = values
    return values
  }

  // MARK: - Makings

  /// Types of which every mention in an expression makes an instance, and was evaluated doing so.
  func typesOfKnownMakings(among types: some Sequence<Int>) -> Set<Int> {
    var names: [String: Int] = [:]
    for type in types {
      let info = index.types[type]
      let source = index.files[info.file].source
      guard source.language == .dart, source.fence == nil, isWidget(type), !properties.overfullTypes.contains(type),
        info.constructors.allSatisfy({ index.functions[$0].simpleName == info.name })
      else { continue }
      names[info.name] = type
    }
    guard !names.isEmpty else { return [] }
    func look(_ node: Expression, in file: Int) {
      guard case .name(let name) = node.kind, names[name] != nil, !isNamespace(node, in: file) else { return }
      if !followed.contains(name, at: FollowedCalls.Site(file: file, end: node.span.end)) { names[name] = nil }
    }
    forEachNode(look)
    return Set(names.values)
  }

  /// `List.route`
  private func isNamespace(_ node: Expression, in file: Int) -> Bool {
    let bytes = index.files[file].source.source.bytes
    return node.span.end < bytes.count && bytes[node.span.end] == UInt8(ascii: ".")
  }

  /// Methods of types of which all instances are known, and are told apart.
  var methodsOfKnownInstances: Set<Int> {
    guard !knownMakings.isEmpty else { return [] }
    let told = made.filter { type, instances in
      !instances.isEmpty && knownMakings.contains(widget(ofState: type) ?? type)
    }
    return Set(told.keys.flatMap { type in index.types[type].functions.values.joined() })
  }
}
