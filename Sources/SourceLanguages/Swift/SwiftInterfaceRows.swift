extension SwiftModels {
  /// SwiftUI, UIKit and what else runs closures: for each item of a list, again and again, or when something happens.
  static let interface = """
    library apple
      modules SwiftUI UIKit AppKit WatchKit WidgetKit
      ForEach(data, content:function?, =id?, ...) -> items(content, data)
      ForEach(data, =id?, =content:function) -> items(content, data)
      List(data, content:function, =id?, ...) -> items(content, data)
      List(data, =id?, =rowContent:function, ...) -> items(rowContent, data)
      Button(title?, action:function, ...), Button(action:function, =label:function?, =role?) -> scalar, calls action on event
      Button(title?, =action:function, =label:function?, ...) -> scalar, calls action on event, calls label
      NavigationLink(title?, =destination:function, ...) -> scalar, calls destination on event
      any.onTapGesture(action:function, ...), any.onLongPressGesture(action:function, ...) -> self, calls action on event
      any.onDelete(action:function, ...), any.onMove(action:function, ...) -> self, calls action on event
      any.onSubmit(action:function, ...) -> self, calls action on event
      any.onTapGesture(=count?, =perform:function) -> self, calls perform on event
      any.swipeActions(content:function, ...), any.contextMenu(content:function, ...) -> self, calls content on event
      any.sheet(content:function, ...), any.fullScreenCover(content:function, ...) -> self, calls content on event
      any.alert(title?, actions:function, ...), any.confirmationDialog(title?, actions:function, ...) -> self, calls actions on event
      Timer.scheduledTimer(block:function, =withTimeInterval, =repeats) -> scalar, calls block many
      Timer.scheduledTimer(=withTimeInterval, =repeats, =block:function) -> scalar, calls block many
      Timer(block:function, =timeInterval, =repeats) -> scalar, calls block many

    """

  /// Lists of FirebaseUI, which listen to a query for as long as they are shown.
  static let adapters = """
    sdk firestoreLists
      modules FirebaseFirestoreUI FirebaseUI
      caller client
      FUIFirestoreTableViewDataSource(=query, ...) => listen query gives documents
      FUIFirestoreCollectionViewDataSource(=query, ...) => listen query gives documents
      FUIBatchedArray(=query, ...) => listen query gives documents
      any.bind(=toFirestoreQuery, ...) => listen toFirestoreQuery gives documents

    sdk realtimeLists
      modules FirebaseDatabaseUI FirebaseUI
      caller client
      FUITableViewDataSource(=query, ...) => listen query, event "child_added"
      FUICollectionViewDataSource(=query, ...) => listen query, event "child_added"
      FUIArray(=query, ...), FUISortedArray(=query, ...) => listen query, event "child_added"
      FUIIndexTableViewDataSource(=index, ...) => listen index, event "child_added"
      FUIIndexCollectionViewDataSource(=index, ...) => listen index, event "child_added"
      FUIIndexArray(=index, ...) => listen index, event "child_added"
      any.bind(=to:target!, ...) => listen to, event "child_added"

    """

  /// Other stores, whose words are alike.
  static let other = """
    other stores
      modules MongoSwift MongoSwiftSync MongoKitten Fluent FluentKit Vapor RealmSwift GRDB SQLite CouchbaseLiteSwift
      modules Supabase Appwrite Amplify
    """
}
