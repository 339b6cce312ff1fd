import Foundation

/// `generate-codes [--check] [FOLDER]`: writes the catalogue of codes, their pages and the lists of checks from the
/// comments and declarations of the sources below a folder, by default the one it is called in, the schemas that the
/// command prints, the pages of the manual, and the files of the emulator's page. With `--check` nothing is written: it names the files that are
/// not up to date, and ends with 1 when there are any.
@main enum GenerateCodes {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let onlyChecks = arguments.contains("--check")
    let root = URL(filePath: arguments.last { !$0.hasPrefix("-") } ?? ".", directoryHint: .isDirectory)
    do {
      let files =
        try GeneratedFile.all(of: SourceFile.all(below: root))
        + [SchemaTexts.file(below: root), ManualTexts.file(below: root), PageAssets.file(below: root)].compactMap(
          \.self)
      let stale = files.filter { !$0.isUpToDate(below: root) }
      for file in stale {
        if !onlyChecks { try file.write(below: root) }
        print("\(onlyChecks ? "stale" : "written"): \(file.path)")
      }
      exit(onlyChecks && !stale.isEmpty ? 1 : 0)
    } catch let problem as PageComment.Problem {
      fail(problem.text)
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("generate-codes: \(text)\n".utf8))
    exit(2)
  }
}
