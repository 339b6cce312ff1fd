package import Diagnostics
import Project

/// A file of the project whose content is used while it is followed: what was last good, and what is wrong with what is
/// there now.
struct FollowedFile<Content: Sendable>: Sendable {
  /// What a look at the file gave.
  struct Reading: Sendable {
    /// Nil: not usable.
    var content: Content?
    /// What is used of it where there is nothing better.
    var usablePart: Content?
    var findings: [Diagnostic]
    var isMissing = false
  }

  /// As it is printed.
  let path: String
  /// Where `firebase.json` names it.
  let mention: SourceLocation?
  /// Taken before the file was read, so that a change meanwhile is seen the next time.
  private(set) var stamp: FileStamp?
  /// What is used: of the newest version that was usable.
  private(set) var content: Content?
  /// About the newest version.
  private(set) var findings: [Diagnostic]
  private(set) var isMissing: Bool
  /// The newest version is not what is used.
  private(set) var isBroken: Bool

  init(
    path: String, mention: SourceLocation?, stamp: FileStamp?,
    read: (_ path: String, _ mention: SourceLocation?) -> Reading
  ) {
    self.path = path
    self.mention = mention
    self.stamp = stamp
    let reading = read(path, mention)
    content = reading.content ?? reading.usablePart
    findings = reading.findings
    isMissing = reading.isMissing
    isBroken = reading.content == nil
  }

  /// The error that keeps the newest version from being used.
  var breakage: Diagnostic? { isBroken ? findings.first { $0.severity == .error } ?? findings.first : nil }

  /// Looks again if the stamp is another one. Nil: it is the same.
  ///
  /// A file that has gone away is a broken version, also where the project could have begun without it: editors remove
  /// files for a moment, and nobody deletes one to lose what is used.
  mutating func update(
    stamp newer: FileStamp?, read: (_ path: String, _ mention: SourceLocation?) -> Reading
  ) -> FileUpdate? {
    guard newer != stamp else { return nil }
    stamp = newer
    let reading = read(path, mention)
    findings = reading.findings
    isMissing = reading.isMissing
    isBroken = reading.content == nil || reading.isMissing
    if !isBroken, let new = reading.content { content = new }
    return FileUpdate(path: path, isApplied: !isBroken, findings: findings)
  }
}

/// A rules or index file that has changed while the emulator runs.
package struct FileUpdate: Hashable, Sendable {
  /// As it is printed.
  package var path: String
  /// False: what was there before is still used.
  package var isApplied: Bool
  /// What is wrong with it; not only errors.
  package var findings: [Diagnostic]
}
