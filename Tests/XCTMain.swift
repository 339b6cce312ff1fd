import Testing

/// Where the test program begins. Without this file the package manager would look for XCTest's tests in an index that
/// the compiler had to write for every library beside its code; there are none.
@main
struct TestMain {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
