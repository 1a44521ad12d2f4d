/** Why a write was refused, where its answer says so by a reason or a code that is known. */
const REFUSALS = [
  'stale',
  'file_missing',
  'last_version',
  'other_request',
  'busy',
  'disk_full',
  'quota_full',
  'rate',
  'gone',
  'too_large',
  'foreign',
  'unavailable',
  'refused',
] as const
export type Refusal = (typeof REFUSALS)[number]
export type RefusalWords = Record<Refusal, string>

/** What a write was answered; `message` is the server's. */
export type Answer = { code: number; reason: string | null; message: string }

const BY_CODE: Record<number, Refusal> = {
  0: 'unavailable',
  403: 'foreign',
  404: 'gone',
  413: 'too_large',
  429: 'rate',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** What is said of a refusal: in the language of the page, or the server's own words where they are new. */
export function wordOfRefusal(words: RefusalWords, { code, reason, message }: Answer): string {
  const known = REFUSALS.find((one) => one === reason) ?? BY_CODE[code]
  return known ? words[known] : message || words.refused
}
