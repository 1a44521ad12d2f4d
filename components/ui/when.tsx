import { getLocale } from 'next-intl/server'

/** A time in the language of the page, in UTC: administrators of a site are in several zones. */
export async function When({ at }: { at: string }) {
  const format = new Intl.DateTimeFormat(await getLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return <time dateTime={at}>{format.format(new Date(at))} UTC</time>
}
