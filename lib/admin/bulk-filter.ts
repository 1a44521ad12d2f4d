import type { bulkFilterSchema } from '#lib/contract/admin/bulk.ts'
import { networkSchema } from '#lib/contract/admin/network.ts'

const FIELDS = [
  'kind',
  'author',
  'text',
  'link',
  'network',
  'from',
  'until',
] as const satisfies (keyof typeof bulkFilterSchema.shape)[]

type Given = Record<string, string | string[] | undefined>

/**
 * The filter of projects in an address, with further fields. `typed`: what the form shows again; `filter`: the same with times for days
 * (UTC), to be parsed. `isWrong`: the network is none.
 */
export function readBulkFilter(
  given: Given,
  further: readonly string[],
): { filter: Record<string, string>; typed: Record<string, string>; isWrong: boolean } {
  const { typed, isWrong } = readTyped(given, [...FIELDS, ...further])
  const times = Object.fromEntries(
    ['from', 'until'].flatMap((name) => {
      const day = typed[name]
      return day === undefined ? [] : [[name, `${day}T00:00:00.000Z`]]
    }),
  )
  return { filter: { ...typed, ...times }, typed, isWrong }
}

/** The filter of accounts in an address, likewise. */
export const readAccountFilter = (given: Given) =>
  readTyped(given, ['q', 'network', 'provider', 'state', 'after'])

function readTyped(given: Given, names: readonly string[]) {
  const typed = Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
  return { typed, isWrong: !networkSchema.safeParse(typed['network'] ?? '').success }
}
