#include "CRE2.h"

#include <re2/re2.h>

#include <string>
#include <vector>

struct CRE2Pattern {
  explicit CRE2Pattern(const re2::StringPiece &text, const RE2::Options &options) : pattern(text, options) {}
  RE2 pattern;
};

namespace {

RE2::Options options() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

}  // namespace

CRE2Pattern *cre2_compile(const char *pattern, size_t length) {
  return new CRE2Pattern(re2::StringPiece(pattern, length), options());
}

void cre2_free(CRE2Pattern *pattern) { delete pattern; }

const char *cre2_error(const CRE2Pattern *pattern) {
  return pattern->pattern.ok() ? nullptr : pattern->pattern.error().c_str();
}

int cre2_group_count(const CRE2Pattern *pattern) { return pattern->pattern.NumberOfCapturingGroups(); }

bool cre2_matches_all(const CRE2Pattern *pattern, const char *text, size_t length) {
  return RE2::FullMatch(re2::StringPiece(text == nullptr ? "" : text, length), pattern->pattern);
}

bool cre2_find(
    const CRE2Pattern *pattern, const char *text, size_t length, size_t start, long *offsets, int count) {
  // RE2 reports a group that took no part as one without address: the text itself must have one.
  if (text == nullptr) text = "";
  std::vector<re2::StringPiece> groups(count);
  re2::StringPiece input(text, length);
  if (!pattern->pattern.Match(input, start, length, RE2::UNANCHORED, groups.data(), count)) return false;
  for (int index = 0; index < count; ++index) {
    const re2::StringPiece &group = groups[index];
    offsets[2 * index] = group.data() == nullptr ? -1 : group.data() - text;
    offsets[2 * index + 1] = group.data() == nullptr ? -1 : group.data() - text + static_cast<long>(group.size());
  }
  return true;
}
