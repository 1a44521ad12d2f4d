import type { CollectedKey } from '#lib/browser/collected-strip.ts'
import type { ApiAnswer } from '#lib/browser/envelope.ts'
import { formatList } from '#lib/i18n/format.ts'
import type { BuilderLabels } from './builder-labels.ts'

type Keys = readonly Pick<CollectedKey, 'pack' | 'title'>[]
type Texts = {
  labels: Pick<BuilderLabels, 'gone' | 'failed' | 'forbidden' | 'unknown'>
  locale: string
}

/** Why there is no file of a strip: whose licences forbid it, and whose are unknown, by the titles of their packs. */
export function refusalText(
  { reason, details }: Pick<ApiAnswer, 'reason' | 'details'>,
  keys: Keys,
  { labels, locale }: Texts,
): string {
  if (reason === 'not_found') return labels.gone
  if (reason !== 'not_combinable') return labels.failed
  const idsOf = (why: string) => String(details[why] ?? '').split(' ')
  const unknown = idsOf('unknown_license')
  const forbidden = idsOf('packs').filter((id) => !unknown.includes(id))
  const list = (sentence: string, packs: string[]): string[] => {
    const titles = keys.filter(({ pack }) => packs.includes(pack)).map(({ title }) => title)
    if (titles.length === 0) return []
    return [sentence.replace('{packs}', () => formatList([...new Set(titles)], locale))]
  }
  return [...list(labels.forbidden, forbidden), ...list(labels.unknown, unknown)].join(' ')
}
