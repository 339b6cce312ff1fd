/// What a module of JavaScript brings, as far as it matters here.
enum JavaScriptModule: String, Hashable, Sendable {
  /// `firebase/firestore` and what has the same functions: `@angular/fire/firestore`, React Native Firebase.
  case firestore
  /// `firebase-admin/firestore`, `@google-cloud/firestore`
  case serverFirestore
  case realtimeDatabase, serverRealtimeDatabase
  case authentication, serverAuthentication
  /// `firebase/app`, `firebase/compat/app`: products hang on its default export.
  case app
  /// `firebase-admin`
  case serverApp
  /// `firebase-functions/…`
  case functions
  /// `@angular/fire/compat/firestore` and the like.
  case angularCompat
  /// `rxfire/firestore`, whose `collection` and `doc` are listeners.
  case rxfire
  /// Hooks and stores that listen: `react-firebase-hooks`, VueFire, ReactFire, SvelteFire.
  case frameworks
  /// Part of the project, or an alias of a bundler that nobody resolves; may re-export an SDK.
  case local
  /// Anything else: its `where` and `query` are not Firestore's.
  case foreign

  init(_ name: String) {
    if let known = Self.modules[name] {
      self = known
    } else if let rule = Self.prefixes.first(where: { name.hasPrefix($0.prefix) }) {
      self = rule.module
    } else {
      self = Self.isLocal(name) ? .local : .foreign
    }
  }

  private static let modules: [String: JavaScriptModule] = [
    "firebase": .app, "firebase/app": .app, "firebase/compat/app": .app, "@firebase/app": .app,
    "@react-native-firebase/app": .app, "firebase/compat": .app,
    "firebase-admin": .serverApp, "firebase-admin/app": .serverApp,
    "firebase-admin/firestore": .serverFirestore, "@google-cloud/firestore": .serverFirestore,
    "firebase-admin/database": .serverRealtimeDatabase, "firebase-admin/auth": .serverAuthentication,
    "firebase/auth": .authentication, "firebase/compat/auth": .authentication, "@firebase/auth": .authentication,
    "firebase/auth/web-extension": .authentication, "firebase/auth/cordova": .authentication,
    "@angular/fire/auth": .authentication, "@react-native-firebase/auth": .authentication,
    "rxfire/auth": .authentication,
    "firebase/database": .realtimeDatabase, "firebase/compat/database": .realtimeDatabase,
    "@firebase/database": .realtimeDatabase, "@angular/fire/database": .realtimeDatabase,
    "@react-native-firebase/database": .realtimeDatabase, "rxfire/database": .realtimeDatabase,
    "rxfire/firestore": .rxfire, "rxfire/firestore/lite": .rxfire,
    "vuefire": .frameworks, "reactfire": .frameworks, "sveltefire": .frameworks, "nuxt-vuefire": .frameworks,
    "@vueuse/firebase": .frameworks, "react-redux-firebase": .frameworks,
    "angularfire2/firestore": .angularCompat, "angularfire2/database": .angularCompat,
    "angularfire2/auth": .angularCompat,
  ]

  private static let prefixes: [(prefix: String, module: JavaScriptModule)] = [
    ("firebase/firestore", .firestore), ("firebase/compat/firestore", .firestore), ("@firebase/firestore", .firestore),
    ("@angular/fire/compat", .angularCompat), ("@angular/fire/firestore", .firestore),
    ("@react-native-firebase/firestore", .firestore), ("@google-cloud/firestore/", .serverFirestore),
    ("react-firebase-hooks/", .frameworks), ("@react-query-firebase/", .frameworks), ("@vueuse/firebase/", .frameworks),
    ("@tanstack-query-firebase/", .frameworks), ("firebase-functions", .functions), ("firebase-admin/", .serverApp),
    ("firebase/", .app), ("https://www.gstatic.com/firebasejs/", .app), ("@firebase/", .app), ("@angular/fire", .app),
  ]

  /// Relative paths and the aliases that bundlers of large frameworks are set up with. A package of a scope has a name
  /// between `@` and the slash; `@/lib/db` has not.
  private static func isLocal(_ name: String) -> Bool {
    ["./", "../", "/", "@/", "~/", "~~/", "#", "$", "src/", "app/", "lib/"].contains { name.hasPrefix($0) }
      || name == "." || name == ".."
  }

  /// The CDN has one file per product.
  static func of(_ name: String) -> JavaScriptModule {
    guard name.hasPrefix("https://") || name.hasPrefix("http://") || name.hasPrefix("npm:") else { return Self(name) }
    if name.contains("firebase-firestore") { return .firestore }
    if name.contains("firebase-database") { return .realtimeDatabase }
    if name.contains("firebase-auth") { return .authentication }
    if name.hasPrefix("npm:") { return Self(npm(name)) }
    return Self(name)
  }

  /// `npm:firebase-admin@12/firestore` as Deno writes it, without the version.
  private static func npm(_ name: String) -> String {
    let parts = name.dropFirst(4).split(separator: "/", omittingEmptySubsequences: true)
    return parts.map { part in
      guard let at = part.dropFirst().firstIndex(of: "@") else { return String(part) }
      return String(part[..<at])
    }.joined(separator: "/")
  }

  /// An Admin or server SDK: rules do not apply.
  var isServer: Bool {
    switch self {
    case .serverFirestore, .serverRealtimeDatabase, .serverAuthentication, .serverApp: true
    case .firestore, .realtimeDatabase, .authentication, .app, .functions, .angularCompat, .rxfire, .frameworks, .local,
      .foreign:
      false
    }
  }

  var isFirebase: Bool { self != .local && self != .foreign }
}
