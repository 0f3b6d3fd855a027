// TENSIO_SANITIZED: 1 where a sanitizer watches memory or threads, else 0.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TENSIO_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef TENSIO_SANITIZED
#define TENSIO_SANITIZED 1
#endif
#ifndef TENSIO_SANITIZED
#define TENSIO_SANITIZED 0
#endif
