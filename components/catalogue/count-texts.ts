import { getTranslations } from 'next-intl/server'

type Results = {
  items: readonly unknown[]
  total: number
  total_is_estimate: boolean
  start?: number | undefined
}

/**
 * Which results a page shows, of how many: “25–44 of 44”. `null` if it shows all, or if a foreign cursor does not tell.
 * @param after cursor of the page.
 */
export async function rangeText(
  results: Results,
  after: string | undefined,
): Promise<string | null> {
  const { items, total, total_is_estimate, start = after === undefined ? 0 : null } = results
  if (start === null || items.length === 0 || (start === 0 && items.length === total)) return null
  const t = await getTranslations('list')
  const to = start + items.length
  // Projects may have been published or deleted since the pages before were read.
  const range = { from: start + 1, to, total: Math.max(total, to) }
  return t(total_is_estimate ? 'rangeAbout' : 'range', range)
}
