'use server'

import { callEnvelope } from '#lib/api/call.ts'
import { callInAction, formAction } from '#lib/auth/call-in-action.ts'
import { errorOf, type Refusal } from '#lib/auth/refusal.ts'
import {
  invitationSchema,
  inviteRequestSchema,
  type Role,
  ROLES,
} from '#lib/contract/admin/role.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { env } from '#lib/env.ts'

/** State of the form that invites to a role. */
export type InviteState = {
  role: Role
  error: Refusal | 'role_missing' | null
  /** Shown this once: it is not in an address, a log or a cookie. */
  link: string | null
}

/** Server action of the form that invites to a role, with and without scripts. */
export const inviteToRole = formAction(invite)

async function invite(data: FormData): Promise<InviteState> {
  const { data: body } = inviteRequestSchema.safeParse({ role: data.get('role') })
  const state: InviteState = { role: body?.role ?? ROLES[0], error: null, link: null }
  if (!body) return { ...state, error: 'refused' }
  const answer = await callInAction(data, (options) => callEnvelope('invite', { body }, options))
  if (answer.code !== CODE_OK) return { ...state, error: errorOf(['role_missing'], answer) }
  const { path } = invitationSchema.parse(answer.data)
  return { ...state, link: new URL(path, env().SITE_URL).href }
}
