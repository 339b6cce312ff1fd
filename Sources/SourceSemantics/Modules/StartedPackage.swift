/// A package whose code somebody starts, and the files with which that begins, as far as what it depends on says so: what
/// none of them imports, by way of others or not, is in no application.
package struct StartedPackage: Sendable {
  /// Its files lie in it and below.
  package let folder: String
  private let rule: Rule

  private enum Rule: Sendable {
    /// A Dart package is started by `main`; one without is a library.
    case dart
    /// Files that a framework looks for, the ways to find some of them, and texts that name others.
    case script([Files], named: String)
    /// Whatever lies in it may be started.
    case unknown
  }

  /// Files in a folder, or below it, that have one of the names without their endings; no names: all.
  private struct Files: Sendable {
    var folder: String
    var isDeep = false
    var stems: Set<String> = []

    func contains(_ path: Substring) -> Bool {
      guard path.hasPrefix(folder) else { return false }
      let rest = path.dropFirst(folder.count)
      guard isDeep || !rest.contains("/") else { return false }
      return stems.isEmpty || stems.contains(String(StartedPackage.stem(of: rest)))
    }
  }

  /// Of Dart.
  init(dartIn folder: String) { (self.folder, rule) = (folder, .dart) }

  /// - Parameters:
  ///   - main: as `package.json` states it.
  ///   - named: commands and whatever else names files.
  init(scriptsIn folder: String, dependingOn names: Set<String>, main: String?, named: String) {
    self.folder = folder
    let isOpen = names.contains { name in Self.openFrameworks.contains { name == $0 || name.hasPrefix($0 + "/") } }
    var files: [Files] = []
    if names.contains("firebase-functions") { files += Self.compiled(main ?? "index.js") }
    for (package, found) in Self.frameworks where names.contains(package) { files += found }
    if files.isEmpty, names.contains("vite") { files.append(Files(folder: "src/", stems: ["main", "index"])) }
    if files.isEmpty, names.contains("expo") || names.contains("react-native") {
      files += Self.compiled(main ?? "index.js") + [Files(folder: "", stems: ["index", "App"])]
    }
    rule = isOpen || files.isEmpty ? .unknown : .script(files, named: named)
  }

  /// They find files by themselves, or import what no text says.
  private static let openFrameworks = [
    "nuxt", "astro", "gatsby", "vike", "umi", "quasar", "@quasar", "@remix-run", "@react-router/dev", "@redwoodjs",
    "@tanstack/react-start", "vite-plugin-pages", "vite-plugin-ssr", "unplugin-vue-router", "unplugin-auto-import",
    "unplugin-vue-components", "@generouted", "@nestjs", "@storybook",
  ]

  private static let frameworks: [(package: String, files: [Files])] = {
    let routes: Set<String> = [
      "page", "layout", "route", "loading", "error", "global-error", "template", "default", "not-found", "forbidden",
      "unauthorized", "sitemap", "robots", "manifest", "icon", "apple-icon", "opengraph-image", "twitter-image",
    ]
    let next = ["", "src/"].flatMap { root in
      [
        Files(folder: root + "pages/", isDeep: true), Files(folder: root + "app/", isDeep: true, stems: routes),
        Files(folder: root, stems: ["middleware", "proxy", "instrumentation", "instrumentation-client"]),
      ]
    }
    return [
      ("next", next),
      ("react-scripts", [Files(folder: "src/", stems: ["index", "setupProxy"])]),
      ("@vue/cli-service", [Files(folder: "src/", stems: ["main"])]),
      (
        "@angular/core",
        [
          Files(folder: "src/", stems: ["main", "main.server", "server"]),
          Files(folder: "projects/", isDeep: true, stems: ["main"]),
        ]
      ),
      (
        "@sveltejs/kit",
        [Files(folder: "src/routes/", isDeep: true), Files(folder: "src/params/", isDeep: true), Files(folder: "src/")]
      ),
      (
        "expo-router",
        [Files(folder: "app/", isDeep: true), Files(folder: "src/app/", isDeep: true), Files(folder: "")]
      ),
    ]
  }()

  /// `lib/index.js` is what a compiler makes of `src/index.ts`.
  private static func compiled(_ main: String) -> [Files] {
    var parts = main.split(separator: "/").filter { $0 != "." }.map(String.init)
    guard let file = parts.popLast() else { return [] }
    let stem = stem(of: file[...])
    let own = Files(folder: parts.map { $0 + "/" }.joined(), stems: [String(stem)])
    if let first = parts.first, ["lib", "dist", "build", "out"].contains(first) {
      let below = parts.dropFirst().map { $0 + "/" }.joined()
      return [
        own, Files(folder: "src/" + (below.hasPrefix("src/") ? String(below.dropFirst(4)) : below), stems: own.stems),
        Files(folder: below, stems: own.stems),
      ]
    }
    return [own]
  }

  /// `main.server` of `src/main.server.ts`
  fileprivate static func stem(of path: Substring) -> Substring {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
    return name.lastIndex(of: ".").map { name[..<$0] } ?? name
  }

  package func contains(_ path: String) -> Bool { folder.isEmpty || path.hasPrefix(folder + "/") }

  /// Whether it is known what it is started with.
  package var isKnown: Bool { if case .unknown = rule { false } else { true } }

  /// Whether a file is one that it is started with.
  ///
  /// - Parameter hasMain: the file declares a function of that name.
  package func isStarted(with path: String, hasMain: Bool) -> Bool {
    switch rule {
    case .dart: hasMain
    case .script(let files, _): files.contains { $0.contains(below(path)) }
    case .unknown: true
    }
  }

  /// Whether something else than code may load a file: a page, a tool, a command, the browser in the background.
  package func mayLoad(_ path: String) -> Bool {
    guard case .script(_, let named) = rule else { return false }
    let (path, name) = (below(path), path.split(separator: "/").last ?? "")
    return name.hasSuffix(".html") || name.contains(".config.") || name.lowercased().contains("worker")
      || ["public/", "static/", "assets/", "scripts/"].contains(where: path.hasPrefix) || named.contains(name)
  }

  private func below(_ path: String) -> Substring { path.dropFirst(folder.isEmpty ? 0 : folder.count + 1) }
}
