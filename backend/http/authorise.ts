import type { Call } from '#lib/contract/call.ts'
import type { FirstRelease, Principal, TokenPrincipal, TokenReach } from '#backend/caller.ts'
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
 * Whether an access token of one project reaches what a call concerns: that project, or its publisher's first one.
 * @throws DomainError `token_project`.
 */
export function authoriseProject(
  { concerns }: Pick<Call, 'concerns'>,
  principal: Principal,
  parts: Parts,
): void {
  const reach = principal.accessToken?.reach
  if (reach === undefined || reach.projects === 'all' || isReached(concerns, reach, parts)) return
  const message =
    concerns === 'account'
      ? 'The access token is for one project; this concerns the whole account.'
      : 'The access token is for another project.'
  throw new DomainError('token_project', message)
}

type OneProject = Extract<TokenReach, { projects: 'one' }>

function isReached(
  concerns: Call['concerns'],
  { projectId, first }: OneProject,
  parts: Parts,
): boolean {
  switch (concerns) {
    case 'params':
    case 'query':
    case 'body':
      return projectId !== null && idIn(parts[concerns]) === projectId
    case 'new':
      return isFirst(first, parts)
    case 'files':
    case 'nothing':
      return true
    case 'account':
    case undefined:
      return false
  }
}

/** That nothing was published since is checked in the transaction: a repeated request gets the first answer. */
const isFirst = (first: FirstRelease | null, { params, body }: Parts) =>
  first !== null && fieldIn(params, 'kind') === first.kind && fieldIn(body, 'title') === first.title

const idIn = (part: unknown) => fieldIn(part, 'id')

const fieldIn = (part: unknown, name: string): unknown =>
  typeof part === 'object' && part !== null
    ? Object.entries(part).find(([key]) => key === name)?.[1]
    : undefined
