import Diagnostics
import Project

/// Languages that are not read although Firestore has an SDK for them: their sources are counted, so that nobody takes
/// silence for a verdict.
struct UnreadLanguages {
  private struct Language {
    var name: String
    var extensions: Set<String>
    /// What a source of an SDK names.
    var marks: [String]
  }

  private static let all = [
    Language(name: "Go", extensions: ["go"], marks: ["cloud.google.com/go/firestore", "firebase.google.com/go"]),
    Language(
      name: "C#", extensions: ["cs"], marks: ["Google.Cloud.Firestore", "Firebase.Firestore", "Firebase.Database"]),
    Language(name: "PHP", extensions: ["php"], marks: ["Google\\Cloud\\Firestore", "Kreait\\Firebase"]),
    Language(name: "Ruby", extensions: ["rb"], marks: ["google/cloud/firestore", "Google::Cloud::Firestore"]),
    Language(name: "Rust", extensions: ["rs"], marks: ["use firestore::", "firestore_grpc", "FirestoreDb"]),
    Language(
      name: "Objective-C", extensions: ["m", "mm"], marks: ["FIRFirestore", "FIRDatabase", "@import Firebase"]),
    Language(
      name: "C++", extensions: ["cc", "cpp", "cxx", "h", "hpp"], marks: ["firebase/firestore.h", "firebase/database.h"]),
  ]

  /// More than that is no code somebody wrote.
  private static let maximumBytes = 1_048_576

  private var found: [(language: Int, path: String)] = []

  mutating func visit(_ path: String, bytes: Int) {
    let name = DisplayPath.name(of: path)
    guard let dot = name.lastIndex(of: "."), bytes <= Self.maximumBytes else { return }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let language = Self.all.firstIndex(where: { $0.extensions.contains(ending) }),
      let source = try? InputFile.read(path)
    else { return }
    let text = String(decoding: source.bytes, as: UTF8.self)
    if Self.all[language].marks.contains(where: text.contains) { found.append((language, path)) }
  }

  /// FB8001, once for each language, at its first file.
  var findings: [Diagnostic] {
    Self.all.enumerated().compactMap { place, language in
      let paths = found.filter { $0.language == place }.map(\.path).sorted()
      guard let first = paths.first else { return nil }
      return Diagnostic(
        .unsupportedFeature,
        "\(Counted.text(paths.count, "source")) in \(language.name) that "
          + "\(paths.count == 1 ? "names" : "name") a Firebase SDK \(paths.count == 1 ? "was" : "were") not read: "
          + "\(language.name) is not one of the languages that are understood",
        at: SourceText(path: first, bytes: []).start, severity: .warning,
        notes: ["queries in \(paths.count == 1 ? "it are" : "them are") not judged"],
        help: "record them with `firebreak emulator exec`, or write query files (`firebreak explain FB0010`)")
    }
  }
}
