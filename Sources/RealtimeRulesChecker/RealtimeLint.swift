package import Diagnostics

/// One check of the rules of a Realtime Database. The first paragraph of a check's documentation says what it finds.
///
/// A check only looks at the subject: no check depends on another one or on the order in which they run.
package protocol RealtimeLint: SendableMetatype {
  static var codes: [DiagnosticCode] { get }

  static func findings(in subject: RealtimeSubject) -> [Diagnostic]
}

/// The list of all checks, which `make codes` writes.
package enum RealtimeLints {}
