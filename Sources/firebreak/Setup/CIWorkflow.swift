/// The workflow of GitHub Actions that `firebreak init` writes: what is wrong annotates the change, and what it costs is a
/// comment of the pull request.
enum CIWorkflow {
  static let path = ".github/workflows/firebreak.yml"

  /// What is asked beside `check`: each is a step of its own, done whether the one before has failed or not.
  enum Demand: String, CaseIterable {
    case run
    case rulesTest = "rules test"

    fileprivate var about: String {
      switch self {
      case .run: "Assertions and budgets of the workloads."
      case .rulesTest: "Cases of the security rules."
      }
    }
  }

  /// - Parameter folder: of the project, from the root of the repository.
  static func text(folder: String, demands: [Demand]) -> String {
    let place = folder == "." ? "" : "\n          working-directory: \(folder)"
    let further = demands.map { demand in
      """

            # \(demand.about)
            - if: ${{ !cancelled() }}
              uses: OWNER/firebreak@v1
              with:
                command: \(demand.rawValue)\(place)
      """
    }.joined()
    return """
      # Replace OWNER by who publishes the action.
      name: Firebreak
      on:
        pull_request:
        push:
          branches: [main]

      permissions:
        contents: read

      jobs:
        check:
          runs-on: ubuntu-latest
          steps:
            - uses: actions/checkout@v4
            - uses: OWNER/firebreak@v1
              with:
                command: check
                fail-level: error\(place)\(further)

        # What a pull request costs, as its comment.
        cost:
          if: github.event_name == 'pull_request'
          runs-on: ubuntu-latest
          permissions:
            contents: read
            pull-requests: write
          steps:
            - uses: actions/checkout@v4
              with:
                fetch-depth: 0
            - uses: OWNER/firebreak@v1
              with:
                command: cost diff
                args: origin/${{ github.base_ref }} -o markdown=firebreak-cost.md
                comment: firebreak-cost.md\(place)

      """
  }
}
