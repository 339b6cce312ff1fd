extension PythonModels {
  /// Cloud Functions: decorators say at which documents or locations an event happens.
  static let functions = """
    sdk functions
      modules firebase_functions firebase_functions.firestore_fn firebase_functions.db_fn
      caller admin
      on_document_written(=document, ...), on_document_created(=document, ...) -> trigger(triggered(document))
      on_document_updated(=document, ...), on_document_deleted(=document, ...) -> trigger(triggered(document))
      on_document_written_with_auth_context(=document, ...), on_document_created_with_auth_context(=document, ...) -> trigger(triggered(document))
      on_document_updated_with_auth_context(=document, ...), on_document_deleted_with_auth_context(=document, ...) -> trigger(triggered(document))
      on_value_written(=reference, ...), on_value_created(=reference, ...) -> trigger(triggered(realtimeReference(reference)))
      on_value_updated(=reference, ...), on_value_deleted(=reference, ...) -> trigger(triggered(realtimeReference(reference)))

    """
}
