import Diagnostics
import Project

/// What a folder with several projects in it means to a command.
package enum ProjectSpan: Sendable {
  /// The project of the folder itself.
  case one
  /// That project and those below it, each with its own files.
  case all

  /// The scopes that a scope stands for.
  func scopes(of scope: ProjectScope, _ request: ProjectRequest) throws(ProjectRequestError) -> [ProjectScope] {
    let repository = ProjectsBelow(scope)
    var scope = scope
    scope.leaveOut(examples: repository.examples)
    guard !repository.folders.isEmpty else { return [scope] }
    let isNamed = request.configurationFile != nil || request.indexFile != nil || request.rulesFile != nil
    if scope.project.configurationFile != nil {
      var own = scope
      own.leave(repository.others(than: scope.project))
      own.leavesToScopes = self == .all && !isNamed
      return own.leavesToScopes ? [own] + (try repository.scopes(request, below: scope.project.root)) : [own]
    }
    // Files that were named serve the whole folder.
    if isNamed { return [scope] }
    guard self == .all || repository.folders.count == 1 else {
      throw ProjectRequestError(
        "there are \(repository.folders.count) projects below: "
          + repository.folders.map { QuotedText.of($0, limit: 200) }.joined(separator: ", "),
        help: "choose one with `-C DIR`")
    }
    var scopes = try repository.scopes(request)
    if !scopes.isEmpty { scopes[0].undecidedFolders = repository.undecided(among: scopes.map(\.project)) }
    return scopes
  }
}

extension ProjectSpan {
  /// What is beside the projects of a repository is theirs, also where one of them is checked from its own folder.
  static func inRepository(_ scope: ProjectScope, _ request: ProjectRequest) -> ProjectScope {
    guard request.configurationFile == nil, scope.project.configurationFile != nil,
      let repository = ProjectFolder.repository(around: scope.project.folder)
    else { return scope }
    return ProjectsBelow(repository: repository, around: scope.project)?.scope(
      of: scope.project, in: scope.project.root)
      ?? scope
  }
}

/// The projects in the folders of a scope beside its own.
private struct ProjectsBelow {
  /// Of their `firebase.json`, in the order of their paths.
  let folders: [String]
  /// Of projects that are examples or data of tests.
  let examples: [String]
  private let packages: SharedPackages
  /// Folders beside the projects whose `firebase.json` configures other products only.
  private let clients: [String]
  /// The folders above have no configuration: what lies beside the projects is theirs.
  private let sharesRest: Bool
  private let places: [String]

  init(_ scope: ProjectScope) {
    let root = ProjectScope.absolute(scope.project.root)
    let start = scope.sourcePlaces.filter { InputFile.kind($0) == .folder }
    let files = start.map { ProjectFiles(below: $0) }
    folders = files.flatMap(\.projectFolders).filter { ProjectScope.absolute($0) != root }
    examples = files.flatMap(\.exampleFolders).filter { !DisplayPath.contains(ProjectScope.absolute($0), root) }
    packages = SharedPackages(
      files.flatMap { files in ProjectFiles.manifests.flatMap { files[$0] } }, beside: folders)
    clients = Self.clients(files.flatMap(\.foldersOfOtherProducts), beside: folders)
    sharesRest = scope.project.configurationFile == nil
    places = start
  }

  /// The projects of a repository, of which none answers for the whole; nil where the project is not one of several.
  init?(repository: String, around project: Project) {
    let files = ProjectFiles(below: repository)
    let root = ProjectScope.absolute(project.root)
    let all = files.projectFolders.map(ProjectScope.absolute)
    guard all.count > 1, all.contains(root), !all.contains(ProjectScope.absolute(repository)) else { return nil }
    folders = files.projectFolders
    examples = files.exampleFolders
    packages = SharedPackages(ProjectFiles.manifests.flatMap { files[$0] }, beside: folders)
    clients = Self.clients(files.foldersOfOtherProducts, beside: folders)
    sharesRest = true
    places = [repository]
  }

  /// A folder of other products in a project is that project's.
  private static func clients(_ folders: [String], beside projects: [String]) -> [String] {
    let projects = projects.map(ProjectScope.absolute)
    return folders.filter { folder in
      let folder = ProjectScope.absolute(folder)
      return !projects.contains { DisplayPath.contains($0, folder) || DisplayPath.contains(folder, $0) }
    }
  }

  /// A site or functions with a `firebase.json` of their own ask the databases of the project that deploys them. Where
  /// several projects deploy a product, nothing says whose databases those are.
  private func serves(_ project: String) -> Bool {
    let root = ProjectScope.absolute(project)
    let all = Set(Project.DatabaseProduct.allCases)
    let own = Project.configuredProducts(project) ?? all
    return folders.allSatisfy { folder in
      ProjectScope.absolute(folder) == root
        || own.isDisjoint(with: Project.configuredProducts(folder) ?? all)
    }
  }

  /// Folders of other products that none of the projects reads.
  func undecided(among projects: [Project]) -> [String] {
    projects.contains { serves($0.root) } ? [] : clients
  }

  func others(than project: Project) -> Set<String> {
    let root = ProjectScope.absolute(project.root)
    return Set(folders.map(ProjectScope.absolute).filter { !DisplayPath.contains($0, root) })
  }

  /// Each with the sources of its folder and with what it shares; a project without the databases that are asked for is
  /// left out.
  ///
  /// - Parameter root: only those in this folder; nil: all.
  func scopes(_ request: ProjectRequest, below root: String? = nil) throws(ProjectRequestError) -> [ProjectScope] {
    var scopes: [ProjectScope] = []
    let root = root.map(ProjectScope.absolute)
    for folder in folders where root.map({ DisplayPath.contains($0, ProjectScope.absolute(folder)) }) ?? true {
      var request = request
      request.startFolder = folder
      request.configurationFile = DisplayPath.join(folder, ProjectFiles.configuration)
      do throws(ProjectRequestError) {
        scopes.append(scope(of: try Project.discover(request), in: folder))
      } catch {
        guard !request.databases.isEmpty else { throw error }
      }
    }
    guard scopes.isEmpty, root == nil, let first = request.databases.first else { return scopes }
    throw ProjectRequestError("no project here configures the database \(QuotedText.of(first))")
  }

  func scope(of project: Project, in folder: String) -> ProjectScope {
    var scope = ProjectScope.whole(project)
    let imported = packages.imported(by: folder)
    scope.sourcePlaces = sharesRest ? places : [folder] + imported
    scope.leave(others(than: project))
    scope.leaveOut(examples: examples)
    scope.leavesToScopes = true
    if !serves(folder) { scope.leave(Set(clients.map(ProjectScope.absolute))) }
    if sharesRest { scope.leave(Set(packages.folders(notFor: folder).map(ProjectScope.absolute))) }
    return scope
  }
}

/// Packages beside several projects: they belong to the projects whose manifests name them, and to all where none does.
private struct SharedPackages {
  private struct Package {
    var folder: String
    var users: Set<String>
  }

  private var packages: [Package] = []

  init(_ manifests: [String], beside projects: [String]) {
    if projects.isEmpty { return }
    func project(of path: String) -> String? {
      let whole = ProjectScope.absolute(path)
      return projects.last { DisplayPath.contains(ProjectScope.absolute($0), whole) }
    }
    var texts: [String: [String]] = [:]
    for manifest in manifests {
      guard let owner = project(of: manifest), let text = Self.text(manifest) else { continue }
      texts[owner, default: []].append(text)
    }
    for manifest in manifests where project(of: manifest) == nil {
      let folder = DisplayPath.folder(of: manifest)
      // The manifest of a whole repository is no package of its own.
      guard
        !projects.contains(where: { DisplayPath.contains(ProjectScope.absolute(folder), ProjectScope.absolute($0)) }),
        !packages.contains(where: { $0.folder == folder })
      else { continue }
      let names = [DisplayPath.name(of: folder)] + (Self.text(manifest).flatMap(Self.name).map { [$0] } ?? [])
      let users = texts.filter { _, texts in texts.contains { text in names.contains { Self.names($0, in: text) } } }
      packages.append(Package(folder: folder, users: Set(users.keys)))
    }
  }

  func imported(by project: String) -> [String] { packages.filter { $0.users.contains(project) }.map(\.folder) }

  /// Packages that only other projects use.
  func folders(notFor project: String) -> [String] {
    packages.filter { !$0.users.isEmpty && !$0.users.contains(project) }.map(\.folder)
  }

  private static func text(_ path: String) -> String? {
    (try? InputFile.read(path)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// What a manifest calls its package: the word behind the first `name`.
  private static func name(_ text: String) -> String? {
    guard let range = text.firstRange(of: "name") else { return nil }
    let rest = text[range.upperBound...].drop { !$0.isLetter && $0 != "@" && $0 != "\n" }
    let name = rest.prefix { $0.isLetter || $0.isNumber || "@/_-.".contains($0) }
    return name.isEmpty ? nil : String(name)
  }

  /// Whether a manifest has a name as a word of its own, alone or at the end of a path.
  private static func names(_ name: String, in text: String) -> Bool {
    var rest = text[...]
    while let range = rest.firstRange(of: name) {
      let before = rest[..<range.lowerBound].last
      let behind = rest[range.upperBound...].first
      if !Self.isPartOfName(before), !Self.isPartOfName(behind) { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }

  private static func isPartOfName(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" } ?? false
  }
}
