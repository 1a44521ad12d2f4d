'use server'

import { callEnvelope } from '#lib/api/call.ts'
import { createdTokenSchema, createTokenRequestSchema } from '#lib/contract/access-token.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { callInAction, formAction } from './call-in-action.ts'
import { errorOf } from './refusal.ts'
import { readTokenForm, TOKEN_ERRORS, type TokenFormState } from './token-form.ts'

/**
 * Server action of the form that creates an access token, with and without scripts. The secret is part of the answer to
 * this request and of nothing else: it is not stored, not logged, and not put into an address or a cookie.
 */
export const createToken = formAction(create)

async function create(data: FormData): Promise<TokenFormState> {
  const typed = readTokenForm(data)
  const { name, scopes, days } = typed
  if (scopes.length === 0) return { ...typed, error: 'scopes' }
  const projectId = data.get('project_id')
  const body = createTokenRequestSchema.safeParse({
    name,
    scopes,
    days,
    ...(projectId !== null && { project_id: projectId }),
  })
  if (!body.success) {
    const isName = body.error.issues.some(({ path }) => path[0] === 'name')
    return { ...typed, error: isName ? 'name' : 'refused' }
  }
  const answer = await callInAction(data, (options) =>
    callEnvelope('createToken', { body: body.data }, options),
  )
  if (answer.code !== CODE_OK) return { ...typed, error: errorOf(TOKEN_ERRORS, answer) }
  return { ...typed, created: createdTokenSchema.parse(answer.data) }
}
