import type { Thing, WithContext } from 'schema-dts'
import { scriptJson } from './script-json.ts'

/** What a page says of itself for search engines. */
export function JsonLd({ schema }: { schema: WithContext<Thing> }) {
  // oxlint-disable-next-line react/no-danger -- nothing in it ends the script
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(schema) }} />
  )
}
