import FirestoreModel
import FirestoreRulesEvaluator

/// The types of `request` and `resource`, which depend on the method.
struct RequestTypes {
  let request: InferredType
  let resource: InferredType

  /// Nil: some method, as in a function that nobody calls.
  init(_ method: RulesMethod?) {
    let methods = method.map { [$0] } ?? RulesMethod.allCases
    let types = methods.map { (Self.request($0), Self.resource($0)) }
    var request = types[0].0
    var resource = types[0].1
    for type in types.dropFirst() {
      request = request.joined(type.0)
      resource = resource.joined(type.1)
    }
    self.request = request
    self.resource = resource
  }

  /// A document as `resource`, `request.resource` and `get()` show it.
  static func document(_ label: String) -> InferredType {
    InferredType(
      .map,
      fields: [
        "data": InferredType(.map, label: "\(label).data"), "id": InferredType(.string),
        "__name__": InferredType(Kinds(.path)),
      ], isOpen: false, label: label)
  }

  private static func resource(_ method: RulesMethod) -> InferredType {
    switch method {
    case .create: InferredType(constant: .null)
    case .list, .update: document("resource")
    // A missing document is asked for, or deleted, with a null resource.
    case .get, .delete: document("resource").joined(InferredType(constant: .null)).labelled("resource")
    }
  }

  private static func request(_ method: RulesMethod) -> InferredType {
    var fields: [String: InferredType] = [
      "auth": auth, "method": InferredType(constant: .string(Text(method.rawValue))),
      "path": InferredType(Kinds(.path)), "time": InferredType(Kinds(.timestamp)),
    ]
    switch method {
    case .get: break
    case .list: fields["query"] = query
    case .create, .update: fields["resource"] = document("request.resource")
    case .delete: fields["resource"] = InferredType(constant: .null)
    }
    return InferredType(.map, fields: fields, isOpen: false, label: "request")
  }

  private static let auth: InferredType = {
    let signedIn = InferredType(
      .map, fields: ["uid": InferredType(.string), "token": token], isOpen: false, label: "request.auth")
    return signedIn.joined(InferredType(constant: .null)).labelled("request.auth")
  }()

  /// Custom claims may have any name.
  private static let token: InferredType = {
    func optional(_ kinds: Kinds) -> InferredType { InferredType(kinds, mayFail: true) }
    let firebase = InferredType(
      .map, mayFail: true,
      fields: [
        "identities": InferredType(.map, mayFail: true), "sign_in_provider": optional(.string),
        "tenant": optional(.string),
      ])
    return InferredType(
      .map,
      fields: [
        "aud": .stored, "iss": optional(.string), "sub": optional(.string), "user_id": optional(.string),
        "iat": optional(.number), "exp": optional(.number), "auth_time": optional(.number),
        "email": optional(.string), "email_verified": optional(.boolean), "phone_number": optional(.string),
        "name": optional(.string), "picture": optional(.string), "firebase": firebase,
      ], label: "request.auth.token")
  }()

  /// Production shows more keys than these; which, nobody has recorded.
  private static let query = InferredType(
    .map,
    fields: [
      "limit": InferredType(.number.union(.null)), "offset": InferredType(Kinds(.integer)),
      "orderBy": InferredType(.map),
    ], label: "request.query")
}

extension InferredType {
  func labelled(_ label: String) -> InferredType {
    var type = self
    type.label = label
    return type
  }
}
