/// The members that `request` may have.
package enum RequestMember: String, Hashable, Sendable, CaseIterable {
  case auth, method, path, query, resource, time
}

/// Which of its two documents a request shows.
enum DocumentRole: Sendable {
  /// `resource`: as it is stored.
  case stored
  /// `request.resource`: as the write would leave it.
  case incoming
}
