/// What is known of a part of an expression when it is uploaded.
enum StaticType: Hashable {
  case boolean, number, string, null
  /// A location of the data.
  case snapshot
  /// `query`
  case query
  /// What the token of the user says: anything, members included.
  case any
  /// What a location holds: null, a boolean, a number or a string, and what a method of texts is called on.
  case primitive
  case regex, list
  /// A part with a mistake that is reported already.
  case mistaken

  /// Decided when the rule runs, not when it is uploaded.
  var isFuzzy: Bool { self == .any || self == .primitive || self == .mistaken }
  func canBe(_ type: StaticType) -> Bool { self == type || isFuzzy }

  /// With an article, for messages.
  var name: String {
    switch self {
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .null: "null"
    case .snapshot: "a location"
    case .query: "the query"
    case .any: "a value of the token"
    case .primitive: "a value that only the data decide"
    case .regex: "a pattern"
    case .list: "a list"
    case .mistaken: "a mistake"
    }
  }
}

/// What can follow the point.
enum RuleMember: String, CaseIterable {
  // Of a location.
  case val, child, parent, hasChild, hasChildren, exists, getPriority, isString, isNumber, isBoolean
  // Of a text.
  case length, contains, beginsWith, endsWith, replace, toLowerCase, toUpperCase, matches

  static let ofLocations: [RuleMember] = [
    .val, .child, .parent, .hasChild, .hasChildren, .exists, .getPriority, .isString, .isNumber, .isBoolean,
  ]
  static let ofTexts: [RuleMember] = [
    .length, .contains, .beginsWith, .endsWith, .replace, .toLowerCase, .toUpperCase, .matches,
  ]

  var result: StaticType {
    switch self {
    case .val: .primitive
    case .child, .parent: .snapshot
    case .getPriority: .any
    case .length: .number
    case .replace, .toLowerCase, .toUpperCase: .string
    case .hasChild, .hasChildren, .exists, .isString, .isNumber, .isBoolean, .contains, .beginsWith, .endsWith,
      .matches:
      .boolean
    }
  }

  /// The types of the arguments; nil for `length`, which is no method, and for `hasChildren`, which has two forms.
  var arguments: [StaticType]? {
    switch self {
    case .length, .hasChildren: nil
    case .child, .hasChild, .contains, .beginsWith, .endsWith: [.string]
    case .replace: [.string, .string]
    case .matches: [.regex]
    case .val, .parent, .exists, .getPriority, .isString, .isNumber, .isBoolean, .toLowerCase, .toUpperCase: []
    }
  }

  /// How it is written: `child(path)`.
  var form: String {
    switch self {
    case .length: "length"
    case .child, .hasChild: "\(rawValue)(path)"
    case .hasChildren: "hasChildren(['name'])"
    case .contains, .beginsWith, .endsWith: "\(rawValue)(text)"
    case .replace: "replace(text, replacement)"
    case .matches: "matches(/pattern/)"
    case .val, .parent, .exists, .getPriority, .isString, .isNumber, .isBoolean, .toLowerCase, .toUpperCase:
      "\(rawValue)()"
    }
  }
}

/// The members of `query`.
enum QueryMember: String, CaseIterable {
  case orderByKey, orderByPriority, orderByValue, orderByChild, startAt, endAt, equalTo, limitToFirst, limitToLast

  var type: StaticType {
    switch self {
    case .orderByKey, .orderByPriority, .orderByValue: .boolean
    case .orderByChild: .string
    case .startAt, .endAt, .equalTo: .primitive
    case .limitToFirst, .limitToLast: .number
    }
  }
}

/// The variables that every rule has, and those that only some have.
enum RuleVariable: String, CaseIterable {
  case auth, now, root, data, newData, query

  var type: StaticType {
    switch self {
    case .auth: .any
    case .now: .number
    case .root, .data, .newData: .snapshot
    case .query: .query
    }
  }

  func isAvailable(in kind: Rule.Kind) -> Bool {
    switch self {
    case .auth, .now, .root, .data: true
    case .newData: kind != .read
    case .query: kind == .read
    }
  }
}

/// Names of other languages and of other rules, and what is written instead.
enum ForeignNames {
  static let ofLocations = [
    "numChildren":
      "nothing counts children; keep a counter beside the list, or ask `hasChildren()` whether there are any",
    "size": "nothing counts children; keep a counter beside the list, or ask `hasChildren()` whether there are any",
    "length": "the length is that of a text: `val().length`",
    "key": "the key is the `$variable` of its location", "name": "the key is the `$variable` of its location",
    "getKey": "the key is the `$variable` of its location", "ref": "the location is known from the rules themselves",
    "value": "`val()`", "toString": "`val()`", "get": "`child(path)`", "hasOwnProperty": "`hasChild(path)`",
    "contains": "`hasChild(path)`", "includes": "`hasChild(path)`", "has": "`hasChild(path)`", "isNull": "`!exists()`",
    "isEmpty": "`!hasChildren()`", "isObject": "`hasChildren()`", "isArray": "`hasChildren()`",
    "keys": "`hasChildren(['name'])`",
    "forEach": "a `.validate` below a `$variable` is asked for each child", "matches": "`val().matches(/pattern/)`",
    "priority": "`getPriority()`", "data": "`val()`", "isBool": "`isBoolean()`", "isInt": "`isNumber()`",
  ]
  static let ofTexts = [
    "startsWith": "`beginsWith(text)`", "indexOf": "`contains(text)`", "includes": "`contains(text)`",
    "hasChild": "`child(path)` and `hasChild(path)` are asked of a location, not of `val()`",
    "child": "`child(path)` is asked of a location, not of `val()`",
    "hasChildren": "`hasChildren()` is asked of a location, not of `val()`",
    "exists": "`exists()` is asked of a location, not of `val()`",
    "isString": "`isString()` is asked of a location, not of `val()`",
    "isNumber": "`isNumber()` is asked of a location, not of `val()`",
    "isBoolean": "`isBoolean()` is asked of a location, not of `val()`",
    "val": "`val()` is asked of a location", "parent": "`parent()` is asked of a location",
    "toString": "join it to a text: `'' + value`",
    "toFixed": "compare the number itself; `% 1 === 0` asks for a whole one",
    "split": "`contains`, `beginsWith` or `matches(/pattern/)`",
    "substring": "`beginsWith`, `endsWith` or `matches(/pattern/)`",
    "substr": "`beginsWith`, `endsWith` or `matches(/pattern/)`",
    "slice": "`beginsWith`, `endsWith` or `matches(/pattern/)`",
    "trim": "`matches(/pattern/)`", "match": "`matches(/pattern/)`", "test": "`matches(/pattern/)`",
    "search": "`matches(/pattern/)`",
    "size": "`length`", "count": "`length`", "lower": "`toLowerCase()`", "upper": "`toUpperCase()`",
    "replaceAll": "`replace(text, replacement)`",
    "key": "the key is the `$variable` of its location",
    "numChildren": "nothing counts children; keep a counter beside the list",
    "hasOwnProperty": "compare the member with null", "concat": "join texts with `+`",
  ]
  static let ofVariables = [
    "request": "`auth` is the user, `newData` what is written",
    "resource": "`data` is what is stored, `newData` what is written",
    "user": "`auth`", "uid": "`auth.uid`", "undefined": "`null`", "nil": "`null`", "None": "`null`", "this": "`data`",
    "snapshot": "`data`", "Date": "`now`", "Math": "numbers have operators only", "oldData": "`data`",
    "database": "`root`",
    "get": "`root.child(path)`", "exists": "`root.child(path).exists()`", "timestamp": "`now`",
    "NaN": "compare with `===`",
    "path": "a `$variable` is the key of its location",
  ]
}
