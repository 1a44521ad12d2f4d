import { type SQL, sql } from 'drizzle-orm'
import type { RankedTier, Tiers } from './tiers.ts'

/** Whether a tier includes another one: it is no stricter, in no fewer fields. */
const includes = ({ level }: RankedTier, other: RankedTier) =>
  level !== null &&
  other.level !== null &&
  level.every((one, at) => one >= (other.level?.[at] ?? 0))

/** SQL for the index of the first tier whose condition holds, for a document that is in any. */
export function tierIndex({ all }: Tiers): SQL {
  const when = (at: number, result = sql.raw(`${at}`)) =>
    sql`WHEN ${all[at]?.condition} THEN ${result}`
  // Of tiers that include each other in turn, the last is looked at first: a document outside of it is in none of them.
  const branches = chainsOf(all).map(([first, last]) => {
    const earlier = Array.from({ length: last - first }, (_, at) => when(first + at))
    const within =
      first === last
        ? sql.raw(`${last}`)
        : sql`CASE ${sql.join(earlier, sql` `)} ELSE ${sql.raw(`${last}`)} END`
    return last === all.length - 1 ? sql`WHEN true THEN ${within}` : when(last, within)
  })
  return sql`CASE ${sql.join(branches, sql` `)} END`
}

/** Ranges of tiers of which each includes the one before it. */
function chainsOf(all: RankedTier[]): [first: number, last: number][] {
  const chains: [number, number][] = []
  for (const [at, tier] of all.entries()) {
    const [chain, before] = [chains.at(-1), all[at - 1]]
    if (chain && before && includes(tier, before)) chain[1] = at
    else chains.push([at, at])
  }
  return chains
}

/** The conditions of a document in tier `index` and in none before it. */
export function onlyIn({ all }: Tiers, index: number): SQL[] {
  const before = all.slice(0, index)
  // Those that another one before includes are excluded with it.
  const largest = before.filter(
    (tier, at) => !before.some((other, otherAt) => otherAt !== at && includes(other, tier)),
  )
  return [all[index]?.added ?? sql`false`, ...largest.map(({ condition }) => sql`NOT ${condition}`)]
}
