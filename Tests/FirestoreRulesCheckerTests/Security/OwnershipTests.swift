import Diagnostics
import FirestoreModel
import Testing

@testable import FirestoreRulesChecker

@Suite("Rules checks: owners and deletes") struct OwnershipTests {
  @Test("an owner that is checked on create and may change on update")
  func ownerChanges() {
    MarkedRules(
      documents: """
            match /posts/{id} {
              allow create: if request.auth.uid == request.resource.data.owner;
              allow update: if request.auth != null && 1️⃣resource.data['owner'] == request.auth.uid;
            }
            match /pages/{id} {
              allow create, update: if 2️⃣owns(request.resource);
            }
            match /wiki/{id} {
              allow create: if owns(request.resource) && request.resource.data.text is string;
              allow 3️⃣update: if request.resource.data.text is string;
            }
            match /drafts/{id} {
              allow create: if owns(request.resource);
              allow update: if 4️⃣owns(resource) && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text', 'owner']);
            }
            match /tables/{id} {
              allow create: if owns(request.resource);
              allow 5️⃣update: if request.auth != null && request.auth.uid in resource.data.members;
            }
            function owns(document) { return document.data.owner == request.auth.uid; }
        """
    ).expect(
      OwnerCanChange.self,
      [
        ExpectedFinding(
          "1️⃣", .ownerCanChange, "the owner of `/posts/{id}` can write another `owner`",
          help: "add `request.resource.data.owner == resource.data.owner` to the update"),
        ExpectedFinding(
          "2️⃣", .ownerCanChange,
          "any signed-in user can take over `/pages/{id}`: only the new `owner` is compared, not the stored one",
          help: "add `resource.data.owner == request.auth.uid` to the update"),
        ExpectedFinding("3️⃣", .ownerCanChange, "`owner` of `/wiki/{id}` is checked on create and free on update"),
        ExpectedFinding("4️⃣", .ownerCanChange, "the owner of `/drafts/{id}` can write another `owner`"),
        ExpectedFinding("5️⃣", .ownerCanChange, "users who may update `/tables/{id}` can write another `owner`"),
      ])
  }

  @Test("an owner that stays")
  func ownerStays() {
    let updates = [
      "owns(resource) && owns(request.resource)",
      "owns(resource) && request.resource.data.owner == resource.data.owner",
      "owns(resource) && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text'])",
      "owns(resource) && !request.resource.data.diff(resource.data).affectedKeys().hasAny(['owner', 'id'])",
      "owns(resource) && !('owner' in resource.data.diff(request.resource.data).affectedKeys())",
      "owns(resource) && request.resource.data.diff(resource.data).unchangedKeys().hasAll(['owner'])",
      "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['likes'])",
      "request.auth.token.admin == true",
      "request.auth.uid == id && request.resource.data.text is string",
      "request.auth.uid in get(/databases/$(database)/documents/rooms/r).data.members",
      "owns(request.resource) && exists(/databases/$(database)/documents/members/$(request.auth.uid))",
      "owns(request.resource) == true && resource.data.owner == request.auth.token.sub",
    ]
    for update in updates {
      MarkedRules(
        documents: """
              match /posts/{id} {
                allow create: if owns(request.resource);
                allow update: if \(update);
              }
              function owns(document) { return document.data.owner == request.auth.uid; }
          """
      ).expect(OwnerCanChange.self)
    }
  }

  @Test("a delete that the new data denies, a create that the stored data denies")
  func deniedMethods() {
    MarkedRules(
      documents: """
            match /a/{id} {
              allow write: if request.auth.uid == id && 1️⃣request.resource.data.title is string;
            }
            match /b/{id} {
              allow update, delete: if isValid(2️⃣request.resource.data) && resource.data.owner == request.auth.uid;
            }
            match /c/{id} {
              allow write: if 3️⃣isOwner();
            }
            match /d/{id} {
              allow write: if 4️⃣resource.data.owner == request.auth.uid && isValid(5️⃣request.resource.data);
            }
            function isValid(data) { return data.keys().hasAll(['title']); }
            function isOwner() { return resource.data.owner == request.auth.uid; }
        """
    ).expect(
      DeleteDeniedByNewData.self,
      [
        ExpectedFinding(
          "1️⃣", .deleteDeniedByNewData, "`write` never allows delete of `/a/{id}`: `request.resource` is null then",
          help: "allow `create, update` here, and `delete` in a statement that looks only at `resource`"),
        ExpectedFinding(
          "2️⃣", .deleteDeniedByNewData, "`delete` never allows delete of `/b/{id}`: `request.resource` is null then"),
        ExpectedFinding(
          "3️⃣", .deleteDeniedByNewData,
          "`write` never allows create of `/c/{id}`: `resource` is null then; and the new data is never checked",
          help: "allow `update, delete` here, and `create` in a statement that looks at `request.resource.data`"),
        ExpectedFinding(
          "4️⃣", .deleteDeniedByNewData,
          "`write` never allows create of `/d/{id}`: `resource` is null then; and the new data is checked only on update"
        ),
        ExpectedFinding(
          "5️⃣", .deleteDeniedByNewData, "`write` never allows delete of `/d/{id}`: `request.resource` is null then"),
      ])
  }

  @Test("a method that another statement or another operand allows is not denied")
  func allowedMethods() {
    MarkedRules(
      documents: """
            match /a/{id} {
              allow write: if request.resource.data.title is string && request.auth.uid == id;
              allow delete: if request.auth.uid == id;
            }
            match /b/{id} { allow write: if request.resource == null || request.resource.data.title is string; }
            match /c/{id} { allow write: if resource == null || resource.data.owner == request.auth.uid; }
            match /d/{id} { allow write: if request.method == 'delete' ? isOwner() : isValid(); }
            match /e/{id} { allow create, update: if isValid(); }
            match /f/{id} { allow write: if isValid() || request.auth.token.admin; }
            match /g/{id} { allow create, update: if isOwner(); }
            function isValid() { return request.resource.data.title is string; }
            function isOwner() { return resource.data.owner == request.auth.uid; }
        """
    ).expect(DeleteDeniedByNewData.self)
  }

  @Test("`write` that deletes too")
  func deleteNotSeparate() {
    MarkedRules(
      documents: """
            match /a/{id} { allow read, 1️⃣write: if request.auth.uid == id; }
            match /b/{id} { allow 2️⃣write: if isMember(); }
            match /c/{id} { allow create, update, delete: if request.auth.uid == id; }
            match /d/{id} { allow write: if request.auth.token.admin == true; }
            match /e/{id} { allow write: if request.auth != null; }
            match /f/{id} { allow write: if request.auth.uid == id && (request.resource == null || request.resource.data.a is int); }
            match /g/{id} { allow write: if request.auth.uid == id && request.resource.data.a is int; }
            match /i/{id} { allow write: if resource == null || request.auth.uid == id; }
            match /h/{id} { allow write: if resource.data.owner == request.auth.uid; }
            function isMember() { return exists(/databases/$(database)/documents/clubs/$(request.path[4])/members/$(request.auth.uid)); }
        """
    ).expect(
      DeleteNotSeparate.self,
      [
        ExpectedFinding(
          "1️⃣", .deleteNotSeparate, "`write` also allows to delete `/a/{id}`",
          help: "write `create, update` when nobody should delete, or give `delete` a condition of its own"),
        ExpectedFinding("2️⃣", .deleteNotSeparate, "`write` also allows to delete `/b/{id}`"),
      ])
  }
}
