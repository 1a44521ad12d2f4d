import { z } from 'zod'
import { createdTokenSchema, TOKEN_SCOPES, type TokenScope } from '#lib/contract/access-token.ts'
import { REFUSALS } from '#lib/refusal.ts'

/** Validities that the form offers, in days. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const
export const TOKEN_DAYS_DEFAULT = 90
/** What a new token may do unless its owner chooses otherwise. */
export const TOKEN_SCOPES_DEFAULT: readonly TokenScope[] = ['publish']

/** Why no token was created; the interface has a text for each. */
export const TOKEN_ERRORS = ['name', 'scopes', 'too_many_tokens', 'not_found', ...REFUSALS] as const
export type TokenError = (typeof TOKEN_ERRORS)[number]

/** State of the form after a submit. */
export const tokenStateSchema = z.object({
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  days: z.number(),
  error: z.enum(TOKEN_ERRORS).nullable(),
  created: createdTokenSchema.nullable(),
})
export type TokenFormState = z.infer<typeof tokenStateSchema>

export const EMPTY_TOKEN_FORM: TokenFormState = {
  name: '',
  scopes: [...TOKEN_SCOPES_DEFAULT],
  days: TOKEN_DAYS_DEFAULT,
  error: null,
  created: null,
}

/** What was typed; anything else becomes the default. */
export function readTokenForm(fields: URLSearchParams): TokenFormState {
  const days = Number(fields.get('days'))
  return {
    ...EMPTY_TOKEN_FORM,
    name: (fields.get('name') ?? '').slice(0, 200).toWellFormed(),
    scopes: TOKEN_SCOPES.filter((scope) => fields.getAll('scopes').includes(scope)),
    days: TOKEN_DAYS.find((offered) => offered === days) ?? TOKEN_DAYS_DEFAULT,
  }
}
