import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CallInput } from '#lib/contract/call.ts'
import { callRequest } from '#lib/contract/call-request.ts'
import { type CallName, type Calls, NAMED_CALLS } from '#lib/contract/calls.ts'
import { keptFormIdSchema } from '#lib/contract/kept-form.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Project } from '#lib/contract/project.ts'
import { createRequestSchema } from '#lib/contract/publish.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { addedPublisher, publisherInput } from '#tests/support/publishers.ts'
import { projectInput, publishProject, uploadFile } from '#tests/support/publishing.ts'
import { createPicture } from '#tests/support/images.ts'

/** A call's input, and the codes for a stranger and the author; `access` decides about the others. */
type Row<N extends CallName> = [
  input: (project: Project) => CallInput<Calls[N]> | Promise<CallInput<Calls[N]>>,
  codes: [stranger: number, author: number],
]
type Elsewhere =
  | 'opens a session'
  | 'asks GitHub'
  | 'proves itself'
  | 'sends a file'
  | 'answers with bytes'

const BOTH: [number, number] = [200, 200]
const AUTHOR_ONLY: [number, number] = [404, 200]

let backend: TestBackend
const tokens = { nobody: '', forged: 'x'.repeat(43), stranger: '', author: '' }
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())
beforeEach(async () => {
  await backend.empty()
  tokens.author = await registered(backend)
  tokens.stranger = await registered(backend, { username: 'evening', email: 'eve@example.com' })
})

/** Keeps a form. @returns its id. */
async function keepFormOf(token: string): Promise<string> {
  const { data } = await clientOf(backend).post('/account/forms', { content: {} }, token)
  return keptFormIdSchema.parse(data).id
}

/** Every call of the contract: a new one does not compile without a row. */
const TABLE: { [N in CallName]: Row<N> | Elsewhere } = {
  list: [() => ({ kind: 'icon' }), BOTH],
  project: [({ id }) => ({ kind: 'icon', id }), BOTH],
  popular: [() => ({}), BOTH],
  search: [() => ({ q: 'orchard' }), BOTH],
  searchIcons: [() => ({ q: 'sun' }), BOTH],
  searchCounts: [() => ({ q: 'sun' }), BOTH],
  categories: [() => ({ kind: 'icon' }), BOTH],
  packIcons: [({ id }) => ({ kind: 'icon', id }), BOTH],
  pages: [({ id }) => ({ kind: 'profile', id }), [404, 404]],
  addresses: [() => ({}), BOTH],
  authors: [() => ({}), BOTH],
  author: [() => ({ author: 'ada_lovelace' }), BOTH],
  changeAuthor: [() => ({ body: { about: 'Counts.', links: [] } }), BOTH],
  shards: [() => ({ size: 1000 }), BOTH],
  related: [({ id }) => ({ kind: 'icon', id }), BOTH],
  changes: [() => ({}), [404, 404]],
  versions: [({ id }) => ({ kind: 'icon', id }), BOTH],
  changeVersion: [
    ({ id }) => ({ kind: 'icon', id, version: '1.0.0', body: { yanked: false } }),
    AUTHOR_ONLY,
  ],
  // Of a project with one version.
  discardVersion: [({ id }) => ({ kind: 'icon', id, version: '1.0.0' }), [404, 409]],
  status: [({ id }) => ({ kind: 'icon', id }), AUTHOR_ONLY],
  changeStatus: [({ id }) => ({ kind: 'icon', id, body: {} }), AUTHOR_ONLY],
  unlistedProjects: [() => ({}), BOTH],
  record: [({ id }) => ({ body: { kind: 'icon', id, event: 'view' } }), BOTH],
  create: [
    async () => ({
      kind: 'icon',
      body: createRequestSchema.parse(await projectInput(backend, tokens.author)),
    }),
    AUTHOR_ONLY,
  ],
  drawCover: [
    ({ file }) => ({ id: file?.file_id ?? '', body: { layout: 1, palette: 'ink' } }),
    AUTHOR_ONLY,
  ],
  fileContents: [({ file }) => ({ id: file?.file_id ?? '' }), AUTHOR_ONLY],
  fileState: [({ file }) => ({ id: file?.file_id ?? '' }), AUTHOR_ONLY],
  update: [({ id }) => ({ kind: 'icon', body: { id, title: 'Stolen' } }), AUTHOR_ONLY],
  remove: [({ id }) => ({ kind: 'icon', id }), AUTHOR_ONLY],
  accountInfo: [() => ({}), BOTH],
  hiddenProjects: [() => ({}), BOTH],
  // The project of this test is visible; operator-hidden.test.ts has those of hidden ones.
  hiddenProject: [({ id }) => ({ kind: 'icon', id }), [404, 404]],
  answerOperator: [({ id }) => ({ kind: 'icon', id, body: { text: 'Mine.' } }), [404, 404]],
  hiddenFile: 'answers with bytes',
  ownCounts: [() => ({}), BOTH],
  detectLanguage: [() => ({ body: { title: 'Orchard', description: '' } }), BOTH],
  transfers: [() => ({}), BOTH],
  exportAccount: [() => ({}), BOTH],
  keepForm: [() => ({ body: { content: {} } }), BOTH],
  keptForm: [async () => ({ id: await keepFormOf(tokens.author) }), AUTHOR_ONLY],
  changePassword: [
    () => ({ body: { password: 'engine-1843', new_password: 'engine-1844' } }),
    BOTH,
  ],
  // A name chosen at registration is final.
  chooseName: [() => ({ body: { username: 'ada_lovelace' } }), [409, 409]],
  // The confirmation must be the account's own name.
  deleteAccount: [
    () => ({ body: { username: 'ada_lovelace', password: 'engine-1843' } }),
    [400, 200],
  ],
  verifyCodeAccount: [() => ({}), BOTH],
  accountSessions: [() => ({}), BOTH],
  accessTokens: [() => ({}), BOTH],
  createToken: [() => ({ body: { name: 'CI', scopes: ['publish'], days: 7 } }), BOTH],
  revokeToken: [async () => ({ id: (await createdToken(backend, tokens.author)).id }), AUTHOR_ONLY],
  publishers: [({ id }) => ({ project_id: id }), AUTHOR_ONLY],
  addPublisher: [({ id }) => ({ body: publisherInput({ project_id: id }) }), AUTHOR_ONLY],
  removePublisher: [
    async ({ id }) => ({
      id: (
        await addedPublisher(backend, tokens.author, {
          project_id: id,
          workflow: `${randomUUID()}.yml`,
        })
      ).id,
    }),
    AUTHOR_ONLY,
  ],
  exchangeToken: 'proves itself',
  receiveNotice: 'proves itself',
  releases: 'asks GitHub',
  changeReleases: 'asks GitHub',
  newReleaseSecret: 'asks GitHub',
  checkRelease: 'asks GitHub',
  projectLog: [({ id }) => ({ kind: 'icon', id }), AUTHOR_ONLY],
  endSessions: [() => ({ others: 'true' }), BOTH],
  logOut: [() => ({}), BOTH],
  refreshToken: [() => ({}), BOTH],
  githubCheck: 'asks GitHub',
  githubProof: 'asks GitHub',
  upload: 'sends a file',
  file: 'answers with bytes',
  fileByHash: 'answers with bytes',
  fileIcon: 'answers with bytes',
  fileSheet: 'answers with bytes',
  coverPreviews: 'answers with bytes',
  picture: 'answers with bytes',
  openapi: 'answers with bytes',
  verifyCode: 'opens a session',
  verifyCodeForgotten: 'opens a session',
  verifyCodeLogIn: 'opens a session',
  register: 'opens a session',
  logIn: 'opens a session',
  googleSignIn: 'opens a session',
  githubSignIn: 'opens a session',
  discordSignIn: 'opens a session',
  resetPassword: 'opens a session',
}
const ROWS = NAMED_CALLS.flatMap(({ name, call }) => {
  const row = TABLE[name]
  if (typeof row === 'string') return []
  const [input, [stranger, author]] = row
  const others = call.access === 'account' || call.access === 'token' ? 401 : stranger
  const codes = { nobody: others, 'a forged token': others, stranger, author }
  return [{ name, call, input, codes: Object.values(codes) }]
})

it.each(ROWS)(
  '$name answers nobody, a forged token, a stranger and the author: $codes',
  async ({ call, input, codes }) => {
    const project = await publishProject(backend, tokens.author)
    const answers: number[] = []
    for (const token of Object.values(tokens)) {
      const { path, ...request } = callRequest(call, await input(project))
      const { code } = await clientOf(backend).ask(path.slice(API_BASE.length), {
        ...request,
        token,
      })
      answers.push(code)
    }
    expect(answers).toEqual(codes)
  },
)

it.each(['icon', 'profile', 'flexpage'] as const)(
  'a %s can only be changed by its author, whatever the kind, id or file',
  async (kind) => {
    const { ask } = clientOf(backend)
    const extension = KIND_TABLE[kind].fileEnding ?? ''
    const bytes = buildStandardFile(kind)
    const file = { name: `pack${extension}`, bytes }
    const category = kind === 'icon' ? 'nature' : 'design'
    const file_id = await uploadFile(backend, tokens.author, file)
    const input = await projectInput(backend, tokens.author, { file_id, category })
    const created = await ask(`/${kind}`, { method: 'POST', body: input, token: tokens.author })
    const { id } = created.data as Project
    const foreign = await uploadFile(backend, tokens.author, file)
    const cover = { purpose: 'cover', name: 'c.png', bytes: await createPicture() }
    const own = await uploadFile(backend, tokens.stranger, cover)
    const { stranger: token } = tokens
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
