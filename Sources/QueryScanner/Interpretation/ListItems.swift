/// An item of a list that a framework builds piece by piece (Flutter's builders, SwiftUI's `ForEach`, adapters of
/// Android): what is read for it is read as often as there are items.
struct ListItem {
  /// The item, its place, and variables that are made of them.
  var names: [String]
  var repetition: Repetition
}

extension Interpreter {
  /// The item that a closure among the arguments builds; nil when it builds none.
  func item(builtBy argument: CallArgument, of name: String?, _ arguments: [CallArgument]) -> ListItem? {
    guard case .function(let reference) = argument.value else { return nil }
    let info = index.functions[reference.index]
    let parameters = info.parameters.flatMap(\.pattern.names)
    switch (source.language, name) {
    case (.dart, _) where argument.label == "itemBuilder" || name == "SliverChildBuilderDelegate":
      // `(context, index)`
      return item(
        parameters.dropFirst(), info,
        count: arguments.first { $0.label == "itemCount" || $0.label == "childCount" }?.value)
    case (.dart, "generate"?): return item(parameters[...], info, count: arguments.first?.value)
    case (.swift, "ForEach"?), (.swift, "List"?):
      guard argument.label == nil || argument.label == "content" else { return nil }
      return item(parameters.isEmpty ? ["$0"] : parameters[...], info, count: nil)
    case (.kotlin, "items"?), (.kotlin, "itemsIndexed"?):
      return item(parameters.isEmpty ? ["it"] : parameters[...], info, count: nil)
    default: return nil
    }
  }

  /// The item that a method of an adapter shows: all of its parameters but the view.
  func item(shownBy info: FunctionInfo) -> ListItem? {
    guard isPackaged, Self.showing.contains(info.simpleName), info.parameters.count > 1 else { return nil }
    let names = info.parameters.dropFirst().flatMap(\.pattern.names)
    return item(names[...], info, count: nil)
  }

  private static let showing: Set<String> = ["onBindViewHolder", "populateViewHolder", "populateView"]

  private func item(_ names: ArraySlice<String>, _ info: FunctionInfo, count: ScannedValue?) -> ListItem? {
    guard !names.isEmpty else { return nil }
    var all = Array(names)
    for statement in info.body ?? [] { statement.collectVariables(madeOf: &all) }
    let most: Int? = if case .integer(let number)? = count { Int(exactly: number) } else { nil }
    return ListItem(names: all, repetition: .perElement(atMost: most))
  }

  /// Runs what one closure of a call does: perhaps for each item of a list, or only when the user does something.
  func runClosure<T>(_ argument: CallArgument, of name: String?, _ arguments: [CallArgument], _ body: () -> T) -> T {
    let outer = (listItem, repetition)
    defer { (listItem, repetition) = outer }
    if let item = item(builtBy: argument, of: name, arguments) {
      listItem = item
    } else if outer.0 != nil, isHandler(argument, of: name) {
      listItem = nil
    }
    return body()
  }

  /// Whether a closure runs when something happens, not now.
  func isHandler(_ argument: CallArgument, of name: String?) -> Bool {
    if argument.label.map({ Self.events.contains($0) || $0.isEvent }) == true { return true }
    return name.map { Self.eventCalls.contains($0) || $0.isEvent } == true
  }

  /// A request, and a function of the project, are repeated where they name the item.
  func repeatsForItem(_ call: Call) -> Repetition? {
    guard let listItem,
      call.callee.mentions(listItem.names) || call.arguments.contains(where: { $0.value.mentions(listItem.names) })
    else { return repetition }
    return deeper(listItem.repetition)
  }

  /// What the user does to one item.
  private static let events: Set<String> = [
    "onTap", "onPressed", "onLongPress", "onDoubleTap", "onChanged", "onSubmitted", "onFieldSubmitted", "onDismissed",
    "onSelected", "onClick", "onLongClick", "onCheckedChange", "onValueChange", "onDismissRequest", "onRefresh",
    "action",
    "confirmDismiss", "onDeleted",
  ]
  private static let eventCalls: Set<String> = [
    "Button", "onTapGesture", "onLongPressGesture", "onDelete", "onSubmit", "swipeActions", "contextMenu", "alert",
    "confirmationDialog", "sheet", "fullScreenCover", "setOnClickListener", "setOnLongClickListener", "clickable",
    "combinedClickable", "setOnCheckedChangeListener", "NavigationLink", "Menu",
  ]
}

extension Statement {
  /// Adds the variables whose values name one of those already known.
  func collectVariables(madeOf names: inout [String]) {
    switch kind {
    case .variable(let variable):
      if variable.value?.mentions(names) == true { names += variable.pattern.names }
    case .condition(let condition):
      for binding in condition.bindings where binding.value?.mentions(names) == true { names += binding.pattern.names }
      for statement in condition.then + condition.otherwise { statement.collectVariables(madeOf: &names) }
    case .expression(let expression):
      // Python's and JavaScript's way to say it.
      if case .assignment(let target, let value, _) = expression.kind, case .name(let name) = target.kind,
        value.mentions(names)
      {
        names.append(name)
      }
    case .block(let statements): for statement in statements { statement.collectVariables(madeOf: &names) }
    case .attempt(let body, _, _): for statement in body { statement.collectVariables(madeOf: &names) }
    default: break
    }
  }
}

extension String {
  /// `onClick`, `addTextChangedListener`, `addEventListener`
  fileprivate var isEvent: Bool {
    if hasSuffix("Listener") || hasSuffix("Observer") { return hasPrefix("add") || hasPrefix("set") }
    guard hasPrefix("on"), let third = dropFirst(2).first else { return false }
    return third.isUppercase
  }
}
