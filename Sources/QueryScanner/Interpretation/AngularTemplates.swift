import Diagnostics

/// What the templates of Angular's components assign, whether they stand in the component or in a file of their own.
struct AngularTemplates {
  /// `[(ngModel)]="name"`, `(change)="name = …"`
  private(set) var assigned: Set<String>
  /// A template is named that is not among the files that were read.
  private(set) var areUnseen = false

  init(of component: SourceText, in index: DeclarationIndex) {
    assigned = Self.assigned(in: component)
    let folder = component.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for name in Self.templates(of: component) {
      let parts = name.split(separator: "/").filter { $0 != "." }
      let up = parts.prefix { $0 == ".." }.count
      let path = (folder.dropLast(up) + parts.dropFirst(up)).joined(separator: "/")
      if let page = index.source(at: path) {
        assigned.formUnion(Self.assigned(in: page))
      } else {
        areUnseen = true
      }
    }
  }

  /// The texts behind `templateUrl:`.
  private static func templates(of component: SourceText) -> [String] {
    let bytes = component.bytes
    let word = Array("templateUrl".utf8)
    var names: [String] = []
    var place = bytes.startIndex
    while let start = bytes[place...].firstIndex(of: word[0]) {
      place = start + 1
      guard bytes[start...].starts(with: word) else { continue }
      let rest = bytes[(start + word.count)...].drop { $0 == UInt8(ascii: ":") || $0 <= 0x20 }
      guard let quote = rest.first, "\"'`".utf8.contains(quote) else { continue }
      names.append(String(decoding: rest.dropFirst().prefix { $0 != quote && $0 != 0x0A }, as: UTF8.self))
    }
    return names
  }

  private static func assigned(in source: SourceText) -> Set<String> {
    let bytes = source.bytes
    var names: Set<String> = []
    var place = bytes.startIndex
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: ")")) {
      place = open + 1
      let isBound = bytes[place...].first == UInt8(ascii: "]")
      var rest = bytes[(isBound ? place + 1 : place)...]
      guard rest.starts(with: "=\"".utf8) || rest.starts(with: "='".utf8) else { continue }
      rest = rest.dropFirst(2).drop { $0 == UInt8(ascii: " ") }
      let name = rest.prefix(while: Lexer.continuesName)
      let next = rest.dropFirst(name.count).drop { $0 == UInt8(ascii: " ") }
      let isAssigned = next.first == UInt8(ascii: "=") && next.dropFirst().first != UInt8(ascii: "=")
      if isBound || isAssigned { names.insert(String(decoding: name, as: UTF8.self)) }
    }
    return names
  }
}
