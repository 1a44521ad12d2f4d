import { isolated } from '#lib/contract/name/name.ts'
import type { Needs } from '#lib/contract/update/needs.ts'

/** Projects that are named in a sentence. */
const NAMED_MAX = 3

/** How many projects need one and the titles of the most popular, for messages to its author; `null` if none does. */
export function neededBy(
  {
    items,
    used_by: users,
    used_by_total: count,
  }: Pick<Needs, 'items' | 'used_by' | 'used_by_total'>,
  locale: string,
): { count: number; names: string } | null {
  if (count === 0) return null
  const titles = new Map(items.map(({ id, title }) => [id, isolated(title)]))
  const named = users.slice(0, NAMED_MAX).flatMap((id) => titles.get(id) ?? [])
  const list = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(named)
  return { count, names: count > named.length ? `${list} …` : list }
}
