import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { NAMED_CALLS } from '#lib/contract/calls.ts'
import { ROLES } from '#lib/contract/admin/role.ts'
import { isOfRole } from '#lib/contract/call.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { allRows } from '#tests/support/all-rows.ts'
import { type DocumentedCall, documentedCalls } from '#tests/support/api-document.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { testBackend } from '#tests/support/backend.ts'
import { createPicture } from '#tests/support/images.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { projectInput, uploadFile } from '#tests/support/publishing.ts'
import { type Identity, make, plant, PRIVATE, requestsOf } from '#tests/support/roles.ts'

const backend = await testBackend({ internalSecret: OPERATOR_SECRET })

const CALLS = documentedCalls()
const IDENTITIES = [
  'no identity',
  'another account',
  'its token',
  'a token of another project',
  'a token to read',
  'a token to publish',
  'a moderator',
  'an administrator',
] as const satisfies Identity[]
const OUTSIDERS: readonly Identity[] = [
  'another account',
  'its token',
  'a token of another project',
  'a moderator',
  'an administrator',
]

/** Public calls that show an upload which is not published to its owner (unpublished-files.test.ts). */
const OWN_UPLOADS = new Set<string>(
  NAMED_CALLS.flatMap(({ name, call }) => (call.ownUploads ? [name] : [])),
)
const mayOwn = (who: Identity) => who === 'a token to read' || who === 'a token to publish'

/** Whether an identity has the role that a call needs; what such calls change is tested with each of them. */
const hasTheRole = ({ access }: DocumentedCall, who: Identity) =>
  isOfRole(access) &&
  (who === 'an administrator' || (who === 'a moderator' && access === 'moderator'))

/** The refusal that follows from `access`, `scope` and what a call concerns; `null` if ownership decides. */
function refusalOf({ access, scope, concerns }: DocumentedCall, who: Identity): object | null {
  const isToken = who.includes('token')
  if (access === 'internal') return { code: 404 }
  if (access === 'public') return null
  if (who === 'no identity') return { code: 401, reason: 'no_session' }
  if (access === 'token') return isToken ? { code: 401 } : null
  if (isOfRole(access) && !isToken) return { code: 403, reason: 'role_missing' }
  if (!isToken) return null
  if (scope === undefined) return { code: 403, reason: 'token_refused' }
  if (who === 'a token to read' && scope !== 'read') return { code: 403, reason: 'token_scope' }
  if (who === 'a token to publish' && scope !== 'publish') {
    return { code: 403, reason: 'token_scope' }
  }
  const isReached = concerns === 'files' || concerns === 'nothing'
  if (who !== 'a token of another project' || isReached) return null
  return { code: 403, reason: 'token_project' }
}

/** What an outsider gets for a resource of the owner. */
const isOfThing = ({ concerns = '', path }: DocumentedCall) =>
  ['params', 'query', 'body'].includes(concerns) || (concerns === 'files' && path.includes('{id}'))

/** Counters, which every request may change. */
const COUNTERS = ['rate_limits', 'jobs', 'job_shares']

/** Every row by table; those with a text of `of`. */
async function rowsWith(of: readonly string[]): Promise<Set<string>> {
  const all = await allRows((text) => backend.db.execute(sql.raw(text)))
  const lines = Object.entries(all).flatMap(([table, rows]) =>
    COUNTERS.includes(table) ? [] : rows.map((row) => `${table} ${row}`),
  )
  return new Set(lines.filter((line) => of.some((text) => line.includes(text))))
}

describe('the generated requests', () => {
  it('are of every call of the contract', () => {
    const names = NAMED_CALLS.map(({ name }) => name)
    expect(CALLS.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })
})

describe('of the calls of the document', () => {
  let planted: Awaited<ReturnType<typeof plant>>
  let owned: string[]
  beforeAll(async () => {
    planted = await plant(backend)
    owned = [planted.uid, ...Object.values(planted.resources)]
  })

  /** Makes the requests of a call as someone, and checks that the answers reveal nothing. */
  async function requestAs(who: Identity, call: DocumentedCall, answers: Map<string, string>) {
    if (hasTheRole(call, who)) return
    // It would end their sessions.
    if (call.access === 'token' && ROLES.some((role) => who.endsWith(role))) return
    const { resources, identities, spare } = planted
    const isSpare = call.access === 'token' && who === 'another account'
    const token = isSpare ? spare : identities[who]
    const refusal = refusalOf(call, who)
    // What access and scope refuse is refused before a resource is looked for: one request says it. What concerns a project is not.
    const isByIdentity = refusal !== null && who !== 'a token of another project'
    const requests = requestsOf(call, resources).slice(0, isByIdentity ? 1 : undefined)
    for (const request of requests) {
      const answer = await make(backend, call, { ...request, token })
      const about = `${who}: ${request.method} ${request.path}`
      if (refusal) expect(answer, about).toMatchObject(refusal)
      else if (call.access === 'public') {
        // Who asks makes no difference, but for uploads of one's own; writes are limited by network.
        if (call.method !== 'get' || (OWN_UPLOADS.has(call.name) && mayOwn(who))) continue
        const said = answer.code === 200 ? answer.text : String(answer.code)
        expect(said, about).toBe(answers.get(request.path) ?? said)
        answers.set(request.path, said)
      } else if (OUTSIDERS.includes(who)) {
        if (isOfThing(call)) expect(answer.code, about).toBe(404)
        expect(answer.text, about).not.toContain(PRIVATE)
      } else expect([200, 400, 404, 409, 429, 503], about).toContain(answer.code)
    }
  }

  it.each(CALLS)('$name reaches nothing outside the identity of the caller', async (call) => {
    const answers = new Map<string, string>()
    const mayChange = (who: Identity) => who === 'a token to publish' && call.scope === 'publish'
    // Changes are looked for once, after all who may make none.
    const before = call.access === 'public' ? new Set<string>() : await rowsWith(owned)
    for (const who of IDENTITIES) if (!mayChange(who)) await requestAs(who, call, answers)
    const after = call.access === 'public' ? before : await rowsWith(owned)
    // A look for releases, and a file, that someone was allowed to begin end when their jobs run.
    const waiting = [...before].flatMap(
      (row) => /^((?:release_deliveries|files) \(\w+,).*,waiting,/.exec(row)?.[1] ?? [],
    )
    const isOfJob = (row: string) => waiting.some((begin) => row.startsWith(begin))
    const lost = [...before].filter((row) => !after.has(row) && !isOfJob(row))
    expect(lost, `${call.name} changed rows`).toEqual([])
    const ids = Object.values(planted.resources)
    const added = [...after].filter(
      (row) => !before.has(row) && !isOfJob(row) && ids.some((id) => row.includes(id)),
    )
    expect(added, `${call.name} added rows`).toEqual([])
    for (const who of IDENTITIES) if (mayChange(who)) await requestAs(who, call, answers)
  })
})

describe('the calls of a role', () => {
  const ofRoles = CALLS.filter(({ access }) => isOfRole(access))

  let planted: Awaited<ReturnType<typeof plant>>
  beforeAll(async () => {
    planted = await plant(backend)
  })

  it.each(ofRoles)('let in who has it: $name', async (call) => {
    const { resources, identities } = planted
    for (const who of ['a moderator', 'an administrator'] as const) {
      if (!hasTheRole(call, who)) continue
      const request = requestsOf(call, resources).at(0)
      if (!request) throw new Error('no request')
      const { code, text } = await make(backend, call, { ...request, token: identities[who] })
      // 403: a moderator acts on no account with a role.
      expect([200, 400, 403, 404, 409, 410], `${who}: ${call.name}`).toContain(code)
      expect(text, `${who}: ${call.name}`).not.toContain('This needs a role')
    }
  })
})

/** Calls that need more than a session and a resource of the account. */
const UNREACHED = [
  // They ask GitHub.
  'githubCheck',
  'githubPicture',
  'githubProof',
  // It asks for the code of an invitation.
  'acceptInvitation',
  // No moderator has asked.
  'answerReport',
  // They ask for the password.
  'changePassword',
  'deleteAccount',
  // They ask for codes; one was sent a moment ago.
  'changeEmail',
  'emailCodes',
  // The name was chosen at registration.
  'chooseName',
  // They need headers of tus.
  'beginUpload',
  'continueUpload',
  // Its bytes have not arrived.
  'finishUpload',
  // `create` has used the files.
  'update',
  // The files of hidden projects are none of the planted resources.
  'hiddenFile',
]
/** Calls whose answers have something that only the account may read. */
const REVEALING = [
  'fileContents',
  'releases',
  'status',
  'unlistedProjects',
  'ownProjects',
  'exportAccount',
  'hiddenProjects',
  'accountInfo',
  'keptForm',
  'keptForms',
  'unfinishedUpload',
  'unfinishedUploads',
  'accessTokens',
  'projectLog',
  'changePublisher',
]
/** What is planted is read before it is changed; what destroys comes last. */
const rankOf = ({ name, method }: DocumentedCall) =>
  (method === 'get' ? 0 : 1) + (method === 'delete' ? 1 : 0) + (name === 'remove' ? 1 : 0)

it('the same requests let the owner in, and show what is private', async () => {
  const { resources, session } = await plant(backend)
  const refused: string[] = []
  const revealing: string[] = []
  const own = CALLS.filter(({ access }) => access === 'account')
  for (const call of own.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const texts: string[] = []
    for (const request of requestsOf(call, resources)) {
      const { code, text } = await make(backend, call, { ...request, token: session })
      if (code === 200) texts.push(text)
    }
    if (texts.length === 0) refused.push(call.name)
    if (texts.some((text) => text.includes(PRIVATE))) revealing.push(call.name)
  }
  expect(refused.toSorted()).toEqual(UNREACHED.toSorted())
  expect(revealing).toEqual(expect.arrayContaining(REVEALING))
})

it.each(['icon', 'profile', 'flexpage'] as const)(
  'a %s can only be changed by its author, whatever the kind, id or file',
  async (kind) => {
    await backend.empty()
    const tokens = {
      author: await registered(backend),
      other: await registered(backend, { username: 'evening', email: 'eve@example.com' }),
    }
    const { ask } = clientOf(backend)
    const extension = KIND_TABLE[kind].fileEnding ?? ''
    const bytes = buildStandardFile(kind)
    const file = { name: `pack${extension}`, bytes }
    const category = kind === 'icon' ? 'nature' : 'design'
    const file_id = await uploadFile(backend, tokens.author, file)
    const input = await projectInput(backend, tokens.author, { file_id, category })
    const created = await ask(`/${kind}`, { method: 'POST', body: input, token: tokens.author })
    const { id } = projectSchema.parse(created.data)
    const foreign = await uploadFile(backend, tokens.author, file)
    const cover = { purpose: 'cover', name: 'c.png', bytes: await createPicture() }
    const own = await uploadFile(backend, tokens.other, cover)
    const { other: token } = tokens
    for (const path of ['/icon', '/plugin', '/profile', '/flexpage']) {
      for (const body of [
        { id, title: 'Stolen' },
        { id, cover_id: own },
        { id, file_id: foreign },
      ]) {
        const { code } = await ask(path, { method: 'PUT', body, token })
        expect(code, `${path} ${JSON.stringify(body)}`).toBe(404)
      }
      expect((await ask(`${path}?id=${id}`, { method: 'DELETE', token })).code).toBe(404)
    }
    const stolen = { ...input, file_id: foreign, cover_id: own, gallery_ids: [own] }
    expect((await ask(`/${kind}`, { method: 'POST', body: stolen, token })).code).toBe(404)
    expect((await ask(`/${kind}/${id}`)).data).toMatchObject({ title: 'Orchard' })
  },
)
