import 'server-only'
import { createHash } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'
import type { z } from 'zod'
import { env } from '#lib/env.ts'

/**
 * Seals something for a cookie (iron-session: encrypted and signed); the newest secret seals.
 * @param ttl seconds that it can be opened for.
 */
export function seal(data: unknown, ttl: number): Promise<string> {
  const [newest = ''] = secrets()
  return sealData(data, { password: { [idOf(newest)]: newest }, ttl })
}

/** Opens what was sealed by any of the secrets; `null` for what is no such thing, or no longer. */
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

/** The number by which a seal names its secret: of the secret alone, so that it keeps it. */
function idOf(secret: string): number {
  return createHash('sha256').update(secret).digest().readUIntBE(0, 6)
}
