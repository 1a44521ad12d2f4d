import { beforeEach, expect, it } from 'vitest'
import type { CallInput } from '#lib/contract/call.ts'
import { callRequest } from '#lib/contract/call-request.ts'
import { type CallName, type Calls, CALLS, NAMED_CALLS } from '#lib/contract/calls.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Project } from '#lib/contract/project.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { publishProject } from '#tests/support/publishing.ts'

let session = ''
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  session = await registered(backend)
})

const ask = (...args: Parameters<ReturnType<typeof clientOf>['ask']>) =>
  clientOf(backend).ask(...args)

const ACCOUNT_CALLS = NAMED_CALLS.filter(({ call }) => call.access === 'account')

type ScopedName = { [N in CallName]: Calls[N] extends { scope: string } ? N : never }[CallName]
type Input<N extends ScopedName> = { name: N; input: (project: Project) => CallInput<Calls[N]> }

/** One call of each scope and shape. */
const INPUTS: Input<ScopedName>[] = [
  { name: 'accountInfo', input: () => ({}) },
  { name: 'ownCounts', input: () => ({}) },
  { name: 'ownProjects', input: () => ({}) },
  { name: 'projectLog', input: ({ id }) => ({ kind: 'icon', id }) },
  { name: 'update', input: ({ id }) => ({ kind: 'icon', body: { id, title: 'New' } }) },
  {
    name: 'changeVersion',
    input: ({ id }) => ({ kind: 'icon', id, version: '1.0.0', body: { yanked: false } }),
  },
  { name: 'status', input: ({ id }) => ({ kind: 'icon', id }) },
  { name: 'changeStatus', input: ({ id }) => ({ kind: 'icon', id, body: {} }) },
  { name: 'remove', input: ({ id }) => ({ kind: 'icon', id }) },
  { name: 'changeAuthor', input: () => ({ body: { about: 'Counts.', links: [] } }) },
]

it('needs a scope that the call declares; security and tokens need a signed-in browser', () => {
  const open = ACCOUNT_CALLS.flatMap(({ name, call }) => (call.scope ? [] : [name]))
  expect(open.toSorted()).toEqual([
    'acceptInvitation',
    'accessTokens',
    'accountSessions',
    'addPublisher',
    'answerOperator',
    'answerReport',
    'changeEmail',
    'changeForm',
    'changePassword',
    'changePublisher',
    'changeReleases',
    'chooseName',
    'createToken',
    'deleteAccount',
    'discardForm',
    'emailCodes',
    'endSessions',
    'exportAccount',
    'githubProof',
    'hiddenFile',
    'hiddenProject',
    'keepForm',
    'keptForm',
    'keptForms',
    'newReleaseSecret',
    'ownReports',
    'publishers',
    'removePublisher',
    'revokeToken',
    'securityEvents',
    'verifyCodeAccount',
  ])
})

it.each(INPUTS)('$name accepts a token with its scope only', async ({ name, input }) => {
  const project = await publishProject(backend, session)
  const { scope } = CALLS[name]
  const { secret } = await createdToken(backend, session, { scopes: [scope] })
  const { path, ...request } = callRequest(CALLS[name], input(project))
  const { code } = await ask(path.slice(API_BASE.length), { ...request, token: secret })
  expect(code).toBe(200)
})
