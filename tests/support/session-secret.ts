/** Sealing secret of session cookies in tests. */
export const SESSION_SECRET = 'a-secret-for-tests-that-is-long-enough'
