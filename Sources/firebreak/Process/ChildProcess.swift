import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starting processes of this very program.
enum ChildProcess {
  /// What a child has as one of its descriptors.
  enum Stream {
    case file(String, Int32, as: Int32)
    case descriptor(Int32, as: Int32)
  }

  /// The child gets a group of its own, so that what it starts ends with it.
  static func start(
    _ program: String, _ words: [String], _ variables: [String], _ streams: [Stream]
  ) throws(EnvironmentFailure) -> pid_t {
    // SAFETY: every pointer stays valid until the call returns and is freed once; the child only gets copies.
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    var values: [UnsafeMutablePointer<CChar>?] = unsafe variables.map { unsafe strdup($0) } + [nil]
    defer { unsafe (arguments + values).forEach { unsafe free($0) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    for stream in streams {
      switch stream {
      case .file(let path, let flags, let number):
        unsafe posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
      case .descriptor(let descriptor, let number):
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }
    var child: pid_t = 0
    let failure = unsafe posix_spawnp(&child, program, &actions, &attributes, &arguments, &values)
    guard failure == 0 else {
      throw EnvironmentFailure(message: "cannot start `\(program)`: \(SystemText.describe(failure))")
    }
    return child
  }

  /// Children inherit neither end of the pipes of others.
  static func pipe() throws(EnvironmentFailure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard makePipe(&ends) == 0 else {
      throw EnvironmentFailure(message: "cannot make a pipe: \(SystemText.describe(errno))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

/// The type above has a function of the same name.
private func makePipe(_ ends: inout [Int32]) -> Int32 { unsafe pipe(&ends) }
