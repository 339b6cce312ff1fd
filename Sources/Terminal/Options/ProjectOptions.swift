package import ArgumentParser
package import FirestoreModel

extension Edition: ExpressibleByArgument {}

/// Where the project is, and which part of it is meant.
package struct ProjectOptions: ParsableArguments, Sendable {
  @Option(
    name: [.customShort("C"), .customLong("project-dir")],
    help: ArgumentHelp("Look for firebase.json from this folder upwards.", valueName: "dir"), completion: .directory)
  package var projectDirectory: String?

  @Option(help: ArgumentHelp("Use this firebase.json.", valueName: "file"), completion: .file(extensions: ["json"]))
  package var config: String?

  @Option(
    name: [.customShort("P"), .customLong("project")],
    help: ArgumentHelp(
      "Project id, or an alias of .firebaserc (default: demo-local; nothing is ever sent anywhere).", valueName: "id"))
  package var project: String?

  @Option(
    help: ArgumentHelp("Only this database; may be repeated (default: all of firebase.json).", valueName: "id"))
  package var database: [String] = []

  @Option(
    help: ArgumentHelp("Index file to use instead of the one in firebase.json.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var indexes: String?

  @Option(
    help: ArgumentHelp("Rules file to use instead of the one in firebase.json.", valueName: "file"),
    completion: .file(extensions: ["rules"]))
  package var rules: String?

  @Option(help: ArgumentHelp("Edition of the database, instead of the one in firebase.json.", valueName: "edition"))
  package var edition: Edition?

  package init() {}
}
