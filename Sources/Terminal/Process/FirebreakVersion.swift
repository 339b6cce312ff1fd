/// The version of the two commands, and how each knows of the other's.
package enum FirebreakVersion {
  package static let current = "0.1.0"

  /// Set by `firebreak` when it hands a command over to `firebreak-emulator`, so that the halves of two builds are
  /// noticed. Not a flag, and not for users.
  package static let handOverVariable = "FIREBREAK_HANDED_OVER_BY"
}
