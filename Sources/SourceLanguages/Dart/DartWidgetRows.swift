extension DartModels {
  /// Widgets that ask for data themselves, or hand it to the function that builds what is below them.
  static let widgets = """
    library flutter
      modules package:flutter package:firebase_ui_firestore package:firebase_ui_database package:firebase_pagination package:paginate_firestore
      later onTap onPressed onLongPress onDoubleTap onChanged onSubmitted onFieldSubmitted onDismissed onSelected
      later onRefresh onDeleted confirmDismiss action
      StreamBuilder(=stream?, =builder?, ...) -> call(builder, unknown, stream)
      FutureBuilder(=future?, =builder?, ...) -> call(builder, unknown, future)
      # They ask for a page more each time that the user scrolls to the end: the limit is theirs
      FirestoreListView(=query:query, =itemBuilder?, ...), FirestoreListView.separated(=query:query, =itemBuilder?, ...) => listen query + limit(unknown) gives documents, calls itemBuilder(unknown, document) many
      FirestoreQueryBuilder(=query:query, =builder?, ...) => listen query + limit(unknown) gives snapshot, calls builder(unknown, snapshot, unknown) many
      FirestoreDataTable(=query:query, ...) => listen query + limit(unknown) gives documents
      FirebaseAnimatedList(=query:query, =itemBuilder?, ...) => listen query + event("childAdded") gives documents, calls itemBuilder(unknown, document, unknown, unknown) many
      FirebaseDatabaseListView(=query:query, =itemBuilder?, ...) => listen query + limitToFirst(unknown) gives documents, calls itemBuilder(unknown, document) many
      FirebaseDatabaseQueryBuilder(=query:query, =builder?, ...) => listen query + limitToFirst(unknown) gives snapshot, calls builder(unknown, snapshot, unknown) many
      FirestorePagination(=query:query, =isLive:enabled, =itemBuilder?, ...) => listen query + limit(unknown) gives documents
      FirestorePagination(=query:query, =itemBuilder?, ...) => get query + limit(unknown) gives documents
      PaginateFirestore(=query:query, =isLive:enabled, =itemBuilder?, ...) => listen query + limit(unknown) gives documents
      PaginateFirestore(=query:query, =itemBuilder?, ...) => get query + limit(unknown) gives documents
      RealtimeDBPagination(=query:query, =isLive:enabled, =itemBuilder?, ...) => listen query + limitToFirst(unknown) gives documents
      RealtimeDBPagination(=query:query, =itemBuilder?, ...) => get query + limitToFirst(unknown) gives documents
      # Lists that are built item by item
      ListView.builder(=itemBuilder:callable, =itemCount?, ...) -> items(itemBuilder, itemCount)
      ListView.separated(=itemBuilder:callable, =itemCount?, ...) -> items(itemBuilder, itemCount)
      GridView.builder(=itemBuilder:callable, =itemCount?, ...) -> items(itemBuilder, itemCount)
      PageView.builder(=itemBuilder:callable, =itemCount?, ...) -> items(itemBuilder, itemCount)
      SliverList.builder(=itemBuilder:callable, =itemCount?, ...) -> items(itemBuilder, itemCount)
      SliverList.separated(=itemBuilder:callable, =itemCount?, ...) -> items(itemBuilder, itemCount)
      SliverGrid.builder(=itemBuilder:callable, =itemCount?, ...) -> items(itemBuilder, itemCount)
      AnimatedList(=itemBuilder:callable, ...) -> items(itemBuilder, unknown)
      CarouselSlider.builder(=itemBuilder:callable, =itemCount?, ...) -> items(itemBuilder, itemCount)
      SliverChildBuilderDelegate(builder:callable, =childCount?, ...) -> items(builder, childCount)
      # The state of a widget knows the widget
      object<W>.widget -> instance(W)

    """
}
