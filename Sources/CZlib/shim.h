#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

// Streams with the header and the checksum of gzip. Lengths are at most UINT_MAX.
enum { FIREBREAK_GZIP_WINDOW = 15 + 16 };

typedef enum {
  FirebreakInflateDone,
  FirebreakInflateTooLarge,
  FirebreakInflateDamaged,
} FirebreakInflateResult;

/// Writes at most `capacity` bytes; the whole input has to be one stream.
static inline FirebreakInflateResult firebreak_gunzip(
    const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity, size_t *written) {
  z_stream stream;
  memset(&stream, 0, sizeof(stream));
  if (count > UINT_MAX || capacity > UINT_MAX || inflateInit2(&stream, FIREBREAK_GZIP_WINDOW) != Z_OK) {
    return FirebreakInflateDamaged;
  }
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = output;
  stream.avail_out = (uInt)capacity;
  int result = inflate(&stream, Z_FINISH);
  *written = capacity - stream.avail_out;
  bool isWhole = result == Z_STREAM_END && stream.avail_in == 0;
  bool isFull = result == Z_BUF_ERROR && stream.avail_out == 0;
  inflateEnd(&stream);
  if (isWhole) return FirebreakInflateDone;
  return isFull ? FirebreakInflateTooLarge : FirebreakInflateDamaged;
}

static inline size_t firebreak_gzip_bound(size_t count) { return compressBound((uLong)count) + 18; }

/// Zero: it could not be done.
static inline size_t firebreak_gzip(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
  z_stream stream;
  memset(&stream, 0, sizeof(stream));
  if (count > UINT_MAX || capacity > UINT_MAX
      || deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, FIREBREAK_GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    return 0;
  }
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = output;
  stream.avail_out = (uInt)capacity;
  int result = deflate(&stream, Z_FINISH);
  size_t written = capacity - stream.avail_out;
  deflateEnd(&stream);
  return result == Z_STREAM_END ? written : 0;
}
