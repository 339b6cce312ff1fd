/// What the SDKs and the libraries of Python mean.
package enum PythonModels {
  package static let text = firestore + realtime + functions + library
}
