/// What the SDKs and the libraries of Kotlin and Java mean.
package enum JVMModels {
  package static let text = firestore + realtime + platform + library
}
