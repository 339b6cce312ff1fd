// A C view of the parts of RE2 that rules need. Everything here is reentrant; a pattern may be used by several threads.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CRE2Pattern CRE2Pattern;

/// Compiles a pattern of UTF-8 bytes. Never returns null: what cannot be compiled has an error.
CRE2Pattern *cre2_compile(const char *pattern, size_t length);
void cre2_free(CRE2Pattern *pattern);

/// Null when the pattern is usable; the text lives as long as the pattern.
const char *cre2_error(const CRE2Pattern *pattern);

/// The number of capturing groups, without the whole match.
int cre2_group_count(const CRE2Pattern *pattern);

/// Whether the pattern matches the whole text.
bool cre2_matches_all(const CRE2Pattern *pattern, const char *text, size_t length);

/// Finds the first match at or after `start`. Writes start and end of the whole match and of the groups, as byte
/// offsets, into `offsets` (2 * `count` places); -1 stands for a group that took no part.
bool cre2_find(
    const CRE2Pattern *pattern, const char *text, size_t length, size_t start, long *offsets, int count);

#ifdef __cplusplus
}
#endif
