/** The secret that tests seal with. */
export const SESSION_SECRET = 'a-secret-for-tests-that-is-long-enough'
