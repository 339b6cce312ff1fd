#include <nettle/md5.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <stddef.h>
#include <stdint.h>

// Nettle 4 takes the length of a digest from its algorithm, and no longer as an argument.
#if NETTLE_VERSION_MAJOR < 4
#define FIREBREAK_DIGEST(name, size, context, digest) name##_digest(context, size, digest)
#else
#define FIREBREAK_DIGEST(name, size, context, digest) name##_digest(context, digest)
#endif

static inline void firebreak_md5(const uint8_t *bytes, size_t count, uint8_t *digest) {
  struct md5_ctx context;
  md5_init(&context);
  md5_update(&context, count, bytes);
  FIREBREAK_DIGEST(md5, MD5_DIGEST_SIZE, &context, digest);
}

static inline void firebreak_sha1(const uint8_t *bytes, size_t count, uint8_t *digest) {
  struct sha1_ctx context;
  sha1_init(&context);
  sha1_update(&context, count, bytes);
  FIREBREAK_DIGEST(sha1, SHA1_DIGEST_SIZE, &context, digest);
}

static inline void firebreak_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
  struct sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, count, bytes);
  FIREBREAK_DIGEST(sha256, SHA256_DIGEST_SIZE, &context, digest);
}
