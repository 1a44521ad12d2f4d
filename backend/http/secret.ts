import { timingSafeEqual } from 'node:crypto'

/** Compares a secret with `INTERNAL_SECRET` in constant time; false without one. */
export function isSecret(given: string | undefined, secret: string | undefined): boolean {
  if (given === undefined || secret === undefined) return false
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
