import { getFormatter, getTranslations } from 'next-intl/server'

/** The texts that the cards of a page have in common. */
export async function overviewTexts() {
  const [t, own, detail, kinds, format] = await Promise.all([
    getTranslations('overview'),
    getTranslations('creator.own'),
    getTranslations('detail'),
    getTranslations('kind'),
    getFormatter(),
  ])
  /** Counted days are days in UTC. */
  const day = (time: string) =>
    format.dateTime(new Date(time), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return { t, own, detail, kinds, format, day }
}
export type OverviewTexts = Awaited<ReturnType<typeof overviewTexts>>
