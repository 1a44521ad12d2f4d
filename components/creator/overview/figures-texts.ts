import { getFormatter, getTranslations } from 'next-intl/server'

/** The texts of a page of figures. Counted days and months are in UTC. */
export async function figuresTexts() {
  const [t, overview, detail, format] = await Promise.all([
    getTranslations('figures'),
    getTranslations('overview'),
    getTranslations('detail'),
    getFormatter(),
  ])
  const day = (time: string) =>
    format.dateTime(new Date(time), { dateStyle: 'medium', timeZone: 'UTC' })
  const month = (text: string) =>
    format.dateTime(new Date(`${text}-01`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return { t, overview, detail, format, day, month }
}
export type FiguresTexts = Awaited<ReturnType<typeof figuresTexts>>
