/// The list of the checks of one kind: the types of the sources that conform to a protocol. A new check is on the list as
/// soon as its file is there.
struct CheckRegistry {
  /// `RulesLint`: its list is an extension of `RulesLints`, which stands beside the protocol.
  var checkProtocol: String

  static let all = [
    CheckRegistry(checkProtocol: "RulesLint"), CheckRegistry(checkProtocol: "RealtimeLint"),
    CheckRegistry(checkProtocol: "WorkloadHazard"),
  ]

  /// The list, in a folder beside the file that declares the protocol; nil when nothing declares it.
  func file(_ sources: [SourceFile], _ catalogue: Catalogue) -> GeneratedFile? {
    guard
      let (declaration, access) = sources.lazy.compactMap({ source in
        source.accessOfProtocol(named: checkProtocol).map { (source, $0) }
      }).first
    else { return nil }
    let list = "\(checkProtocol)s"
    let folders = Dictionary(grouping: checks(sources, catalogue), by: \.folder).sorted { $0.key < $1.key }
    var text = GeneratedFile.header + "\nextension \(list) {\n"
    text += "  /// Every check, by folder, in the order of the codes whose pages they have.\n"
    let names = folders.map { $0.key.listName }
    if folders.count > 1 {
      text += "  \(access)static let all: [any \(checkProtocol).Type] = \(names.joined(separator: " + "))\n"
    }
    for (folder, checks) in folders {
      let name = folders.count > 1 ? folder.listName : "all"
      text += folders.count > 1 ? "\n  static let " : "  \(access)static let "
      text += "\(name): [any \(checkProtocol).Type] = [\n"
      for check in checks { text += "    \(check.name).self,\n" }
      text += "  ]\n"
    }
    return GeneratedFile(path: "\(declaration.folder)/Generated/\(list)+All.swift", text: text + "}\n")
  }

  private struct Check {
    var name: String
    var folder: String
    var leadingCode: Int
  }

  private func checks(_ sources: [SourceFile], _ catalogue: Catalogue) -> [Check] {
    sources.flatMap { source in
      source.types(conformingTo: checkProtocol).map { name in
        Check(name: name, folder: source.folder, leadingCode: catalogue.leadingCodes[source.path] ?? .max)
      }
    }.sorted { ($0.leadingCode, $0.name) < ($1.leadingCode, $1.name) }
  }
}

extension String {
  /// `security` of `Sources/FirestoreRulesChecker/Checks/Security`.
  fileprivate var listName: String { (split(separator: "/").last.map(String.init) ?? self).lowercased() }
}

extension SourceFile {
  /// What stands before `protocol NAME` where it is declared: `package ` or nothing.
  fileprivate func accessOfProtocol(named name: String) -> String? {
    for access in ["", "package "] {
      let start = "\(access)protocol \(name)"
      if lines.contains(where: { $0.hasPrefix("\(start):") || $0.hasPrefix("\(start) ") }) { return access }
    }
    return nil
  }

  /// The types that are declared in the first column with the protocol behind their name.
  fileprivate func types(conformingTo name: String) -> [String] {
    lines.filter { $0.utf8.first.map { $0 > UInt8(ascii: "/") } ?? false }.compactMap { line in
      let words = line.split { " :,{".contains($0) }.map(String.init)
      guard let keyword = words.firstIndex(where: { ["enum", "struct"].contains($0) }),
        keyword + 1 < words.count, words[(keyword + 2)...].contains(name), line.contains(":")
      else { return nil }
      return words[keyword + 1]
    }
  }
}
