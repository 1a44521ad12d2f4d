/**
 * Characters that could end a script element, start a comment in it, or break a line of JavaScript.
 */
const UNSAFE = /[<>&\u2028\u2029]/g

/** A value as JSON for a script element: without `</script>`, `<!--` or line separators. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
