import 'server-only'
import { z } from 'zod'
import { seal, unseal } from '#lib/session/secret.ts'
import type { Values } from './form.ts'

/** As long as a code is valid, in seconds. */
const KEPT_S = 600

const keptSchema = z.object({ account: z.string(), password: z.string() })

/**
 * Seals account and password for a hidden field, so that a form which needs no scripts can be sent
 * again with a code: the page holds nothing that anybody else could read.
 */
export function keep({ account = '', password = '' }: Values): Promise<string> {
  return seal({ account, password }, KEPT_S)
}

/** The password that was sealed for `account`; empty where there is none. */
export async function kept(sealed: string, account: string): Promise<string> {
  if (sealed === '') return ''
  const opened = await unseal(sealed, KEPT_S, keptSchema)
  return opened?.account === account ? opened.password : ''
}
