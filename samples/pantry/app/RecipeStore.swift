import FirebaseFirestore

final class RecipeStore {
  private let recipes = Firestore.firestore().collection("recipes")

  func newest() async throws -> QuerySnapshot {
    try await recipes.order(by: "created", descending: true).limit(to: 20).getDocuments()
  }

  func byAuthor(_ author: String) async throws -> QuerySnapshot {
    try await recipes
      .whereField("public", isEqualTo: true)
      .whereField("author", isEqualTo: author)
      .order(by: "created", descending: true)
      .getDocuments()
  }
}
