/**
 * Version of the sanitiser. A higher one makes the drawings of all stored files again, in the background
 * (docs/decisions/0105-drawings-made-again.md): increase it with a change of what drawings look like.
 */
export const SANITISER_VERSION = 1
