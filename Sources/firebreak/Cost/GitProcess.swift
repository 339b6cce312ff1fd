import FoundationEssentials
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Calls of the user's own git, without a terminal, a hook or a network.
struct GitProcess: Sendable {
  struct Answer: Sendable {
    var status: Int32
    var output: String
    var errors: String

    /// The first line of what it printed.
    var line: String { String(output.prefix { !$0.isNewline }) }
  }

  /// Where `git` works.
  var folder: String
  /// For its answers, and nothing else.
  var scratch: String
  var environment: ProcessEnvironment

  /// Filters that fetch (large files) are left out: such files stay the pointers that the repository holds.
  private static let settings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "filter.lfs.smudge=", "filter.lfs.process=",
    "filter.lfs.required=false",
    "advice.detachedHead=false",
  ]

  func run(_ arguments: [String], index: String? = nil) throws(EnvironmentFailure) -> Answer {
    let (output, errors) = ("\(scratch)/output", "\(scratch)/errors")
    let words = ["git", "-C", folder] + Self.settings.flatMap { ["-c", $0] } + arguments
    let status = try spawn(words, variables(index: index), output: output, errors: errors)
    return Answer(status: status, output: text(output), errors: text(errors))
  }

  private func variables(index: String?) -> [String] {
    var variables = environment.variables
    // A hook names the index of the commit that is being made: nothing may write into it.
    variables["GIT_INDEX_FILE"] = index
    for (name, value) in [
      "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_LFS_SKIP_SMUDGE": "1",
      "LC_ALL": "C",
    ] {
      variables[name] = value
    }
    return variables.map { "\($0)=\($1)" }
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  private func spawn(
    _ words: [String], _ variables: [String], output: String, errors: String
  ) throws(EnvironmentFailure) -> Int32 {
    // SAFETY: every pointer stays valid until the call returns and is freed once; the child only gets copies.
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    var values: [UnsafeMutablePointer<CChar>?] = unsafe variables.map { unsafe strdup($0) } + [nil]
    defer { unsafe (arguments + values).forEach { unsafe free($0) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var child: pid_t = 0
    let failure = unsafe posix_spawnp(&child, "git", &actions, nil, &arguments, &values)
    guard failure == 0 else {
      throw EnvironmentFailure(
        message: "cannot start `git`: \(SystemText.describe(failure))",
        help: "install git, or compare report files made with `firebreak run -o json=FILE`")
    }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else {
        throw EnvironmentFailure(message: "lost sight of `git`: \(SystemText.describe(errno))")
      }
    }
    // As the macros of the system read it: the low seven bits are the signal.
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
