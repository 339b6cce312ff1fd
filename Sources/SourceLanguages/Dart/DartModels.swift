/// What the SDKs and the libraries of Dart and Flutter mean.
package enum DartModels {
  package static let text = sdks + libraries
  private static let sdks = firestore + references + answers + geo + stores + realtime + authentication
  private static let libraries = widgets + providers + library
}
