/// What a user is not shown because nobody asks again.
struct OverlookedChanges {
  var came = 0
  var changed = 0
}
