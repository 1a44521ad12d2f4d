import { getFormatter } from 'next-intl/server'
import { getTexts } from '#lib/i18n/translations.ts'

/** The texts of a page of figures. Counted days and months are in UTC. */
export async function figuresTexts() {
  const [t, overview, detail] = await getTexts('figures', 'overview', 'detail')
  const format = await getFormatter()
  const day = (time: string) =>
    format.dateTime(new Date(time), { dateStyle: 'medium', timeZone: 'UTC' })
  const month = (text: string) =>
    format.dateTime(new Date(`${text}-01`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return { t, overview, detail, format, day, month }
}
export type FiguresTexts = Awaited<ReturnType<typeof figuresTexts>>
