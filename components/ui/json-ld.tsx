import type { Graph } from 'schema-dts'

/** Structured data of a page for search engines. */
export function JsonLd({ schema }: { schema: Graph }) {
  // oxlint-disable-next-line react/no-danger -- scriptJson escapes it
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(schema) }} />
  )
}

/**
 * Characters that could end a script element, start a comment in it, or break a line of JavaScript.
 */
const UNSAFE = /[<>&\u2028\u2029]/g

/** A value as JSON for a script element: without `</script>`, `<!--` or line separators. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
