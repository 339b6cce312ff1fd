/// The workflow of GitHub Actions that `firebreak init` writes: what is wrong annotates the change, and what it costs is a
/// comment of the pull request.
enum CIWorkflow {
  static let path = ".github/workflows/firebreak.yml"

  /// - Parameter folder: of the project, from the root of the repository.
  static func text(folder: String) -> String {
    let place = folder == "." ? "" : "\n          working-directory: \(folder)"
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
                fail-level: error\(place)

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
