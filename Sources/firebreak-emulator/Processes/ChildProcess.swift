import Dispatch
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a child has ended.
enum ChildEnd: Hashable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)

  /// As a shell reports it.
  var exitCode: Int32 {
    switch self {
    case .exited(let code): code
    case .killed(let signal): 128 + signal
    }
  }

  /// Nil: not an end.
  init?(status: Int32) {
    let signal = status & 0x7F
    if signal == 0 {
      self = .exited((status >> 8) & 0xFF)
    } else if signal != 0x7F {
      self = .killed(signal: signal)
    } else {
      return nil
    }
  }
}

/// A process with its own process group, so that what it starts can be reached, too. Its input and outputs are ours.
struct ChildProcess: Hashable, Sendable {
  let identifier: pid_t

  /// Starts a program, looked up in PATH.
  static func start(_ arguments: [String], environment: [String: String]) throws(EnvironmentFailure) -> ChildProcess {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    let assignments = environment.map { "\($0.key)=\($0.value)" }.sorted()
    var variables: [UnsafeMutablePointer<CChar>?] = unsafe assignments.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe words.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // What we hold back or ignore is our own matter.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var usual = sigset_t()
    unsafe sigemptyset(&usual)
    for signal in [SIGINT, SIGTERM, SIGPIPE, SIGQUIT] { unsafe sigaddset(&usual, signal) }
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var identifier: pid_t = 0
    let program = arguments.first ?? ""
    let problem = unsafe posix_spawnp(&identifier, program, nil, &attributes, &words, &variables)
    guard problem == 0 else {
      throw EnvironmentFailure(message: "cannot start `\(program)`: \(SystemText.describe(problem))")
    }
    return ChildProcess(identifier: identifier)
  }

  /// - Parameter end: called once, on a thread of its own.
  func whenEnded(_ end: @escaping @Sendable (ChildEnd) -> Void) {
    DispatchQueue(label: "child").async {
      while true {
        var status: Int32 = 0
        let result = unsafe waitpid(identifier, &status, WUNTRACED)
        if result == -1, errno == EINTR { continue }
        guard result == identifier else { return end(.exited(1)) }
        if let ended = ChildEnd(status: status) { return end(ended) }
        let signal = (status >> 8) & 0xFF
        if signal == SIGTTIN || signal == SIGTTOU { lendTerminal() }
      }
    }
  }

  /// Sends a signal to the child and to everything that it has started in its group.
  func send(_ signal: Int32) { _ = kill(-identifier, signal) }

  /// Whether anything of the group is left.
  var hasGroup: Bool { kill(-identifier, 0) == 0 }

  /// The terminal is ours, so that its interrupts reach us. A child that wants to read from it is stopped by the system
  /// and gets it then.
  private func lendTerminal() {
    guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    TerminalOwner.set(identifier)
    send(SIGCONT)
  }
}

/// Which process group the terminal listens to.
enum TerminalOwner {
  static func set(_ group: pid_t) {
    // Whoever is in the background and changes this is stopped, unless it holds the signal back.
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    _ = tcsetpgrp(STDIN_FILENO, group)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// After a child had it.
  static func takeBack() {
    let owner = tcgetpgrp(STDIN_FILENO)
    if owner != -1, owner != getpgrp() { set(getpgrp()) }
  }
}
