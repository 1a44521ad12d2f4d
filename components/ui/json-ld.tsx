import type { Thing, WithContext } from 'schema-dts'

/** What a page says of itself for search engines, as JSON without any `<`: nothing in it ends the script. */
export function JsonLd({ schema }: { schema: WithContext<Thing> }) {
  const json = JSON.stringify(schema).replaceAll('<', '\\u003c')
  // oxlint-disable-next-line react/no-danger -- every `<` in it is escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
