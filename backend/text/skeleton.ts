import { createHash } from 'node:crypto'
import confusables from './confusables.json' with { type: 'json' }

/** What a character looks like. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  Object.entries(confusables).flatMap(([look, all]) => [...all].map((one) => [one, look] as const)),
)

/** Characters that no reader sees. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu

/** A text as it is seen. */
export const withoutInvisible = (text: string): string => text.replaceAll(INVISIBLE, '')

/** Equal for texts that look alike: the skeleton of Unicode Technical Standard 39, section 4, after a compatible decomposition. */
const look = (text: string): string =>
  [...withoutInvisible(text.normalize('NFKD'))]
    .map((one) => LOOKS.get(one) ?? one)
    .join('')
    .normalize('NFD')

const lower = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')
const lookOfLower = (text: string) => lower(look(lower(text)))

/** Bytes of a hash that are kept. */
const KEY_BYTES = 12
const keyOf = (text: string) =>
  createHash('sha256').update(text).digest().subarray(0, KEY_BYTES).toString('base64url')

/**
 * Keys of a name. A change of them, or of the table, needs a migration that empties the stored ones (services/name/fill-skeletons.ts). Two names have one in common if they look alike, whatever their case: `PayPaI` has that of `paypal` as it is written,
 * `IDE` that of `ide` in small letters.
 */
export function skeletonKeys(name: string): string[] {
  const looks = [lookOfLower(look(name)), lookOfLower(name)]
  const spaced = looks.map((text) => text.replaceAll(/\p{White_Space}+/gu, ' ').trim())
  return [...new Set(spaced.filter((text) => text !== '').map(keyOf))]
}
