import type { Call } from '#lib/contract/call.ts'
import type { Principal, TokenPrincipal } from '#backend/caller.ts'
import { DomainError } from '#backend/errors.ts'

const isToken = (principal: Principal): principal is TokenPrincipal =>
  principal.accessToken !== undefined

/**
 * Whether the scopes of an access token allow a call; sessions may make every call.
 * @throws DomainError `token_refused` for a call that needs a signed-in browser; `token_scope`.
 */
export function authoriseScope({ scope }: Pick<Call, 'scope'>, principal: Principal): void {
  if (!isToken(principal)) return
  if (!scope) {
    throw new DomainError('token_refused', 'This needs a signed-in browser.')
  }
  if (principal.accessToken.scopes.includes(scope)) return
  throw new DomainError('token_scope', `The access token lacks the scope ${scope}.`, {
    details: { scope },
  })
}

type Parts = Partial<Record<'params' | 'query' | 'body', unknown>>

/**
 * Whether an access token of one project may change the project of a request.
 * @throws DomainError `token_project`.
 */
export function authoriseProject(
  { changes }: Pick<Call, 'changes'>,
  principal: Principal,
  parts: Parts,
): void {
  const only = principal.accessToken?.projectId ?? null
  if (only === null || changes === undefined) return
  if (changes !== 'new' && idIn(parts[changes]) === only) return
  throw new DomainError('token_project', 'The access token is for another project.')
}

const idIn = (part: unknown) =>
  typeof part === 'object' && part !== null && 'id' in part ? part.id : undefined
