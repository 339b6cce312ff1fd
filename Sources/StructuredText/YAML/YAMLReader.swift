package import Diagnostics

/// Reads one YAML document with the types of YAML 1.2's core schema; libyaml supplies the events, the types are ours.
///
/// - Plain `true`/`True`/`TRUE` and `false`… are booleans, `null`, `~` and nothing are null, numbers are kept as they are
///   written (`0x1F`, `0o17`, `+5`, `.5`, `.inf`, `-.inf`, `.nan` included: see `NumberText`). `on`, `off`, `yes`, `no` and
///   every quoted scalar are text.
/// - Keys are their text: `1: x` has the key `1`.
/// - Anchors and aliases work within a budget; the value of an alias has the place of the alias, what is inside it has
///   the places of the anchor.
/// - Merge keys (`<<`), tags beyond those of the core schema and a second document are refused as FB8001; keys written
///   twice give FB0016; everything else that cannot be read gives FB0013.
package enum YAMLReader {
  package static func read(_ source: SourceText, limits: ReadLimits = ReadLimits()) -> ReadResult {
    if let problem = InputChecks.problem(of: source, limits) { return ReadResult(node: nil, diagnostics: [problem]) }
    let base = source.byteOrderMarkLength
    let offsets = CharacterOffsets(source.bytes, from: base)
    var builder = YAMLTreeBuilder(source, offsets, limits)
    if let problem = YAMLEvents.forEach(in: source.bytes[base...], { builder.take($0) }) {
      builder.stop(problem.diagnostic(in: source, offsets, base: base))
    }
    return builder.result
  }
}
