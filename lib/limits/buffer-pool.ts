/*
 * Imported first by processes that keep many small buffers. A buffer made of a text is a slice of a pool,
 * 64 kB by default, that stays in memory for as long as one of its slices: pages and answers took
 * twice the memory that their caches counted.
 */
Buffer.poolSize = 8 * 1024
