import { getFormatter } from 'next-intl/server'
import { getTexts } from '#lib/i18n/translations.ts'

/** The texts that the cards of a page have in common. */
export async function overviewTexts() {
  const [t, own, detail, kinds] = await getTexts('overview', 'creator.own', 'detail', 'kind')
  const format = await getFormatter()
  /** Counted days are days in UTC. */
  const day = (time: string) =>
    format.dateTime(new Date(time), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return { t, own, detail, kinds, format, day }
}
export type OverviewTexts = Awaited<ReturnType<typeof overviewTexts>>
