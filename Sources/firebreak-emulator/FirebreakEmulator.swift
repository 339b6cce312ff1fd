/// The other half of `firebreak`: carries out `firebreak emulator …`.
@main struct FirebreakEmulator {
  static func main() async {}
}
