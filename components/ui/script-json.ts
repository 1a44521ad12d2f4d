/** Signs by which text could end or change a script element, or a line of JavaScript. */
const SIGNS = /[<>&\u2028\u2029]/g

/** A value as JSON that may stand in a script element: no `</script>`, no `<!--`, no line separator. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    SIGNS,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
