/// What the SDKs, the frameworks and the libraries of scripts mean.
package enum ScriptModels {
  package static let text = firestore + firestoreMethods + realtime + authentication + functions + frameworks + library
}
