/// Reads one row.
///
/// ```
/// query.order_by(field_path:field, direction?)   -> self + order(field_path, direction)
/// query.get(transaction?, ...)                   => get self gives documents, in transaction
/// list.append(x)                                 -> null becomes append(self, x)
/// type DocumentReference, AsyncDocumentReference -> anyDocument
/// ```
struct RowParser {
  private var tokens: RowTokens
  private var parameters: [RowParameter] = []
  private var hasReceiver = false
  private var handles: [String] = []
  private var typeParameter: String?
  private var isRequest = false
  private var calls: [RowCall] = []

  /// The rows of a line: one for each name that it begins with.
  /// - Parameter handles: what rows call objects that only lead to something else.
  static func rows(_ text: Substring, line: Int, handles: [String] = []) throws(RowError) -> [ModelRow] {
    var parser = RowParser(tokens: try RowTokens(text, line: line))
    parser.handles = handles
    return try parser.rows()
  }

  private init(tokens: RowTokens) { self.tokens = tokens }

  private mutating func rows() throws(RowError) -> [ModelRow] {
    let isType = tokens.take(word: "type")
    var patterns = [try pattern()]
    while tokens.take(",") { patterns.append(try pattern()) }
    // What the meaning calls by name stands in each of them.
    let start = tokens
    var rows: [ModelRow] = []
    for (name, list, type) in patterns {
      tokens = start
      typeParameter = type
      let isHandle = !isType && name.count > 1 && handles.contains(name[0])
      let receiver = isHandle ? .handle : Self.receiver(of: name, isType: isType)
      hasReceiver = receiver != nil
      parameters = list ?? []
      calls = []
      let (meaning, becomes, runs) = try meaning()
      guard tokens.isAtEnd else { throw RowError(tokens.line, "something follows that is no part of a row") }
      rows.append(
        ModelRow(
          line: tokens.line, receiver: receiver, name: receiver == nil || isHandle ? name : Array(name.dropFirst()),
          parameters: list, isType: isType, meaning: meaning, takesType: type != nil, becomes: becomes,
          runs: runs, calls: calls))
    }
    return rows
  }

  private mutating func pattern() throws(RowError) -> (name: [String], parameters: [RowParameter]?, type: String?) {
    var name = [try tokens.word("a name")]
    var type: String?
    while true {
      if tokens.take("<") {
        type = try tokens.word("the name of a type argument")
        try tokens.expect(">")
      }
      guard tokens.take(".") else { break }
      name.append(try tokens.word("a name"))
    }
    return (name, tokens.take("(") ? try parameterList() : nil, type)
  }

  private static func receiver(of name: [String], isType: Bool) -> ValueSort? {
    isType || name.count < 2 ? nil : ValueSort(rawValue: name[0])
  }

  // MARK: - Parameters

  private mutating func parameterList() throws(RowError) -> [RowParameter] {
    var list: [RowParameter] = []
    while !tokens.take(")") {
      list.append(try parameter())
      guard tokens.take(",") || tokens.current == .sign(")") else { throw RowError(tokens.line, ", or ) is missing") }
    }
    return list
  }

  /// `name`, `name:role`, `name?`, `name...`, `=name` by its name alone, `name:role!` for nothing else,
  /// `...` for whatever else there is.
  private mutating func parameter() throws(RowError) -> RowParameter {
    if tokens.take("...") {
      return RowParameter(name: "", role: .any, isOptional: true, isRest: true, isKeyword: false)
    }
    let isKeyword = tokens.take("=")
    let name = try tokens.word("the name of a parameter")
    var role = ParameterRole.any
    if tokens.take(":") {
      let word = try tokens.word("a role")
      guard let known = ParameterRole(rawValue: word) else { throw RowError(tokens.line, "\(word) is no role") }
      role = known
    }
    let isStrict = tokens.take("!")
    let isOptional = tokens.take("?")
    return RowParameter(
      name: name, role: role, isOptional: isOptional, isRest: tokens.take("..."), isKeyword: isKeyword,
      isStrict: isStrict)
  }

  // MARK: - Meanings

  private mutating func meaning() throws(RowError) -> (RowMeaning, RowExpression?, RowExpression?) {
    isRequest = tokens.take("=>")
    if isRequest { return (.request(try request()), nil, nil) }
    try tokens.expect("->")
    let value = try expression()
    let becomes = tokens.take(word: "becomes") ? try expression() : nil
    let runs = tokens.take(word: "runs") ? try expression() : nil
    while tokens.take(",") {
      guard tokens.take(word: "calls") else { throw RowError(tokens.line, "only calls may follow a value") }
      calls.append(try call())
    }
    return (.value(value), becomes, runs)
  }

  /// `calls f(snapshot, unknown) many`, `calls f on event`, `calls f`.
  private mutating func call() throws(RowError) -> RowCall {
    var call = RowCall(function: try calledFunction())
    if tokens.take("(") {
      call.given = try expressions()
    } else if !isRequest {
      call.given = []
    }
    call.isMany = tokens.take(word: "many")
    if tokens.take(word: "on") {
      guard tokens.take(word: "event") else { throw RowError(tokens.line, "event is missing") }
      call.isLater = true
    }
    return call
  }

  /// A parameter, with what it is given behind it, or what a row makes of several.
  private mutating func calledFunction() throws(RowError) -> RowExpression {
    guard case .word(let name)? = tokens.current, let index = parameters.firstIndex(where: { $0.name == name }) else {
      return try expression()
    }
    _ = tokens.takeWord()
    return .parameter(index)
  }

  private mutating func request() throws(RowError) -> RowRequest {
    let word = try tokens.word("an operation")
    guard let operation = RowRequest.Operation(rawValue: word) else {
      throw RowError(tokens.line, "\(word) is no operation")
    }
    var request = RowRequest(operation: operation, target: try expression())
    if tokens.take(word: "with") { request.payload = try expression() }
    _ = tokens.take(",")
    while !tokens.isAtEnd {
      try clause(&request)
      guard tokens.take(",") || tokens.isAtEnd else { throw RowError(tokens.line, "a comma is missing") }
    }
    return request
  }

  private mutating func clause(_ request: inout RowRequest) throws(RowError) {
    let word = try tokens.word("a clause")
    switch word {
    case "gives":
      let part = try tokens.word("what is given")
      guard let answer = RowRequest.Answer(rawValue: part) else { throw RowError(tokens.line, "\(part) is no answer") }
      request.gives = answer
    case "calls": calls.append(try call())
    case "if": request.condition = try expression()
    case "returns": request.returns = try expression()
    case "batched": request.isInBatch = true
    case "transacted": request.isInTransaction = true
    case "in": request.transaction = try expression()
    case "merge": request.mergeFlag = try expression()
    case "cached": request.isFromCache = true
    case "streams": request.isStream = true
    case "source": try circumstance(.source, &request)
    case "once": try circumstance(.once, &request)
    case "live": try circumstance(.live, &request)
    case "event": try circumstance(.event, &request)
    default: throw RowError(tokens.line, "\(word) is no clause")
    }
  }

  private mutating func circumstance(
    _ kind: RowRequest.Circumstance, _ request: inout RowRequest
  ) throws(RowError) {
    request.circumstanceKind = kind
    request.circumstance = try expression()
  }

  // MARK: - Expressions

  private mutating func expression() throws(RowError) -> RowExpression {
    var value = try primary()
    while tokens.take("+") { value = .plus(value, try handed(try primary())) }
    return try handed(value)
  }

  /// `… if x`, `… if present x`
  private mutating func handed(_ value: RowExpression) throws(RowError) -> RowExpression {
    guard tokens.take(word: "if") else { return value }
    let isPresent = tokens.take(word: "present")
    return .handed(value, parameter: try parameterIndex(), isPresent: isPresent)
  }

  private mutating func parameterIndex() throws(RowError) -> Int {
    let name = try tokens.word("a parameter")
    guard let index = parameters.firstIndex(where: { $0.name == name }) else {
      throw RowError(tokens.line, "\(name) is no parameter of the row")
    }
    return index
  }

  /// Up to the closing parenthesis.
  private mutating func expressions() throws(RowError) -> [RowExpression] {
    var all: [RowExpression] = []
    while !tokens.take(")") {
      all.append(try expression())
      guard tokens.take(",") || tokens.current == .sign(")") else { throw RowError(tokens.line, ", or ) is missing") }
    }
    return all
  }

  private mutating func primary() throws(RowError) -> RowExpression {
    if let text = tokens.takeText() { return .text(text) }
    let word = try tokens.word("an expression")
    if tokens.current != .sign("("), let index = parameters.firstIndex(where: { $0.name == word }) {
      return .parameter(index)
    }
    if word == "self" {
      guard hasReceiver else { throw RowError(tokens.line, "self is what a method is called on") }
      return .receiver
    }
    if handles.contains(word) { return .make(.handle, [.text(word)]) }
    if word == typeParameter { return .typeArgument }
    if isRequest, tokens.current != .sign("("), let part = RowRequest.Answer(rawValue: word) { return .part(part) }
    guard let construct = Construct(rawValue: word) else { throw RowError(tokens.line, "\(word) means nothing") }
    let arguments = tokens.take("(") ? try expressions() : []
    guard construct.arity.contains(arguments.count) else {
      throw RowError(tokens.line, "\(word) takes \(construct.arity) arguments")
    }
    return .make(construct, arguments)
  }
}
