import type { Graph } from 'schema-dts'
import { scriptJson } from './script-json.ts'

/** Structured data of a page for search engines. */
export function JsonLd({ schema }: { schema: Graph }) {
  // oxlint-disable-next-line react/no-danger -- scriptJson escapes it
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(schema) }} />
  )
}
