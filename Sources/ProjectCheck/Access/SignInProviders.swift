import Diagnostics

/// With which providers the sources of an app sign users in, as far as they name them.
enum SignInProviders {
  /// The provider, where it is the only kind and verifies the addresses of its accounts: then nobody signs in with the
  /// address of somebody else. What servers vouch for (a custom token) does not count.
  static func onlyVerifying(in sources: [SourceText]) -> String? {
    guard !sources.contains(where: { source in others.contains(where: source.contains) }) else { return nil }
    return verifying.first { provider in
      sources.contains { source in provider.marks.contains(where: source.contains) }
    }?.name
  }

  private static let verifying: [(name: String, marks: [String])] = [
    ("Google", ["GoogleAuthProvider", "google_sign_in", "GIDSignIn", "GoogleSignIn"]),
    ("Apple", ["apple.com", "AppleAuthProvider", "ASAuthorizationAppleIDProvider", "sign_in_with_apple"]),
  ]

  /// Providers that take any address, or pass on one that they have not verified.
  private static let others = [
    "WithEmailAndPassword", "EmailAuthProvider", "withEmail:", "signInWithEmail", "createUserWithEmail",
    "sendSignInLink", "FacebookAuthProvider", "TwitterAuthProvider", "GithubAuthProvider", "GitHubAuthProvider",
    "SAMLAuthProvider", "microsoft.com", "yahoo.com", "\"oidc.", "'oidc.",
  ]
}
