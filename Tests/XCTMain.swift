import Foundation
import Testing

/// Where the test program begins. Without this file the package manager would look for XCTest's tests in an index that
/// the compiler had to write for every library beside its code; there are none.
@main
struct TestMain {
  static func main() async {
    // Asked for XCTest's tests, it would run nothing and succeed.
    guard CommandLine.arguments.contains("--testing-library") else {
      let hint = "error: run the tests by `make test`, or by `swift test --enable-swift-testing --disable-xctest`\n"
      FileHandle.standardError.write(Data(hint.utf8))
      exit(1)
    }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
