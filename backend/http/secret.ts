import { timingSafeEqual } from 'node:crypto'

/** Whether somebody knows `INTERNAL_SECRET`; nobody does where there is none. */
export function isSecret(given: string | undefined, secret: string | undefined): boolean {
  if (given === undefined || secret === undefined) return false
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
