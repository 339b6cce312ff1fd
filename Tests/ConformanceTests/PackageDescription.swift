/// The targets of `Package.swift`, which writes them literally, in its order.
struct PackageDescription {
  struct Target {
    var name: String
    /// Whether its files are below `Sources`.
    var isInSources: Bool
    /// Names of targets and of modules of other packages.
    var dependencies: [String]
  }

  var targets: [Target] = []

  /// The constants of the manifest that stand for modules of other packages.
  private static let products = [
    "argumentParser": ["ArgumentParser"], "grdb": ["GRDB"], "heap": ["HeapModule"], "mustache": ["Mustache"],
    "protobuf": ["SwiftProtobuf"], "framing": ["NIOCore", "NIOHPACK"],
    "networking": [
      "HTTPTypes", "HummingbirdCore", "Logging", "NIOCore", "NIOHPACK", "NIOHTTP1", "NIOHTTP2", "NIOPosix",
      "NIOWebSocket",
    ],
  ]
  private static let openings = [
    ".executableTarget(", ".systemLibrary(", ".target(", ".testTarget(", "library(", "optimizedLibrary(", "tests(",
  ]

  init(of manifest: String) {
    var rest = Substring(manifest)
    while let (opening, range) = Self.firstOpening(in: rest) {
      let isDeclaration = rest[..<range.lowerBound].hasSuffix("func ")
      rest = rest[range.upperBound...]
      let body = Self.argument(of: rest)
      guard !isDeclaration, let name = Self.quoted(body).first, !body.hasPrefix("name: name") else { continue }
      targets.append(
        Target(
          name: name, isInSources: opening != "tests(" && !body.contains("path:"),
          dependencies: Self.dependencies(in: body, opening: opening)))
    }
  }

  /// The longest of those that come first.
  private static func firstOpening(in text: Substring) -> (String, Range<Substring.Index>)? {
    let found = openings.compactMap { opening in text.firstRange(of: opening).map { (opening, $0) } }
    return found.min { ($0.1.upperBound, $0.1.lowerBound) < ($1.1.upperBound, $1.1.lowerBound) }
  }

  /// The text up to the parenthesis that closes the call.
  private static func argument(of text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }

  /// The list behind `dependencies:`, or the second argument of our own functions, and what is added to it.
  private static func dependencies(in body: Substring, opening: String) -> [String] {
    let label = opening.hasPrefix(".") ? body.firstRange(of: "dependencies:")?.upperBound : body.startIndex
    guard let label, let open = body[label...].firstIndex(of: "[") else { return [] }
    let list = body[open...].prefix { $0 != "]" }
    let added = body[list.endIndex...].prefix { $0 != ":" }
    let words = (list + added).split { !$0.isLetter }.map(String.init)
    return quoted(list) + words.flatMap { products[$0, default: []] }
  }

  private static func quoted(_ text: Substring) -> [String] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }
}
