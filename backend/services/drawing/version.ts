/**
 * Version of the sanitiser. A higher one makes the drawings of all stored files again, in the background
 * (docs/decisions/0105-compare-drawings-in-a-browser-and-remake-them.md): increase it with a change of what drawings look like.
 */
export const SANITISER_VERSION = 1
