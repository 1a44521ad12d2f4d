import 'server-only'
import { createHash } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'
import type { z } from 'zod'
import { env } from '#lib/env.ts'

/**
 * Seals data for a cookie (iron-session: encrypted and signed) with the newest secret.
 * @param ttl validity in seconds.
 */
export function seal(data: unknown, ttl: number): Promise<string> {
  const [newest = ''] = secrets()
  return sealData(data, { password: { [idOf(newest)]: newest }, ttl })
}

/** Unseals data sealed with any of the secrets; `null` if it is invalid or expired. */
export async function unseal<T extends z.ZodType>(
  sealed: string,
  ttl: number,
  schema: T,
): Promise<z.output<T> | null> {
  const password = Object.fromEntries(secrets().map((secret) => [idOf(secret), secret]))
  try {
    const opened: unknown = await unsealData(sealed, { password, ttl })
    const parsed = schema.safeParse(opened)
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function secrets(): string[] {
  const { SESSION_SECRET } = env()
  if (!SESSION_SECRET) throw new Error('Configuration: SESSION_SECRET is not set.')
  return SESSION_SECRET
}

/** Id of a secret in a seal. Derived from the secret only, so that it is stable under rotation. */
function idOf(secret: string): number {
  return createHash('sha256').update(secret).digest().readUIntBE(0, 6)
}
