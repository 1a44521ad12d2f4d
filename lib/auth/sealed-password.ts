import 'server-only'
import { z } from 'zod'
import { seal, unseal } from '#lib/session/secret.ts'
import type { Values } from './form.ts'

/** Lifetime of a code, in seconds. */
const KEPT_S = 600

const keptSchema = z.object({ account: z.string(), password: z.string() })

/**
 * Seals account and password for a hidden field, so that a form without scripts can be sent again
 * with a code and the page contains nothing readable.
 */
export function sealPassword({ account = '', password = '' }: Values): Promise<string> {
  return seal({ account, password }, KEPT_S)
}

/** The password sealed for `account`; empty without one. */
export async function unsealPassword(sealed: string, account: string): Promise<string> {
  if (sealed === '') return ''
  const opened = await unseal(sealed, KEPT_S, keptSchema)
  return opened?.account === account ? opened.password : ''
}
