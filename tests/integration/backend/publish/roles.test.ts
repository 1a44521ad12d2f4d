import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CallName } from '#lib/contract/calls.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { standardFile } from '#tests/support/containers.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { aPicture, aWish, published, uploaded } from '#tests/support/publishing.ts'

type Ask = { method?: string; path: string; body?: Record<string, unknown> }
/** What each role is answered: nobody, a forged token, a stranger, the author. */
type Row = [ask: (project: Project) => Ask | Promise<Ask>, codes: [number, number, number, number]]

const PUBLIC: Row[1] = [200, 200, 200, 200]
const SIGNED_IN: Row[1] = [401, 401, 200, 200]
const OWN: Row[1] = [401, 401, 404, 200]

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

/** Every call of the contract; a new one does not compile until its row stands here. */
type Elsewhere = 'opens a session' | 'asks GitHub' | 'sends a file' | 'answers a picture'
const TABLE: Record<CallName, Row | Elsewhere> = {
  list: [() => ({ path: '/icon/list' }), PUBLIC],
  project: [({ id }) => ({ path: `/icon/${id}` }), PUBLIC],
  popular: [() => ({ path: '/index/popular' }), PUBLIC],
  search: [() => ({ path: '/index/search?q=orchard' }), PUBLIC],
  searchIcons: [() => ({ path: '/index/icons?q=sun' }), PUBLIC],
  packIcons: [({ id }) => ({ path: `/icon/${id}/icons` }), PUBLIC],
  pages: [({ id }) => ({ path: `/profile/${id}/pages` }), [404, 404, 404, 404]],
  addresses: [() => ({ path: '/index/addresses' }), PUBLIC],
  authors: [() => ({ path: '/index/authors' }), PUBLIC],
  shards: [() => ({ path: '/index/shards?size=1000' }), PUBLIC],
  related: [({ id }) => ({ path: `/icon/${id}/related` }), PUBLIC],
  // For the web processes alone, which know the shared secret.
  changes: [() => ({ path: '/index/changes' }), [404, 404, 404, 404]],
  versions: [({ id }) => ({ path: `/icon/${id}/versions` }), PUBLIC],
  yank: [
    ({ id }) => ({
      method: 'PUT',
      path: `/icon/${id}/versions/1.0.0`,
      body: { yanked: false },
    }),
    OWN,
  ],
  picture: 'answers a picture',
  record: [
    ({ id }) => ({
      method: 'POST',
      path: '/statistic/record',
      body: { kind: 'icon', id, event: 'view' },
    }),
    PUBLIC,
  ],
  create: [
    async () => ({ method: 'POST', path: '/icon', body: await aWish(backend, tokens.author) }),
    OWN,
  ],
  fileState: [({ file }) => ({ path: `/file/${file?.url.split('/')[4]}/state` }), OWN],
  update: [({ id }) => ({ method: 'PUT', path: '/icon', body: { id, title: 'Mine' } }), OWN],
  remove: [({ id }) => ({ method: 'DELETE', path: `/icon?id=${id}` }), OWN],
  accountInfo: [() => ({ path: '/account/info' }), SIGNED_IN],
  hiddenProjects: [() => ({ path: '/account/hidden' }), SIGNED_IN],
  ownCounts: [() => ({ path: '/account/statistics' }), SIGNED_IN],
  transfers: [() => ({ path: '/account/transfers' }), SIGNED_IN],
  exportAccount: [() => ({ path: '/account/export' }), SIGNED_IN],
  changePassword: [
    () => ({
      method: 'POST',
      path: '/auth/change_password',
      body: { password: 'engine-1843', new_password: 'engine-1844' },
    }),
    SIGNED_IN,
  ],
  // A name that its owner chose in registering is settled.
  chooseName: [
    () => ({ method: 'POST', path: '/account/name', body: { username: 'ada_lovelace' } }),
    [401, 401, 409, 409],
  ],
  deleteAccount: [
    // Whoever confirms with another name is refused.
    () => ({
      method: 'POST',
      path: '/account/delete',
      body: { username: 'ada_lovelace', password: 'engine-1843' },
    }),
    [401, 401, 400, 200],
  ],
  verifyCodeAccount: [() => ({ method: 'POST', path: '/account/verify_code' }), SIGNED_IN],
  accountSessions: [() => ({ path: '/account/sessions' }), SIGNED_IN],
  endSessions: [() => ({ method: 'DELETE', path: '/account/sessions?others=true' }), SIGNED_IN],
  logOut: [() => ({ method: 'POST', path: '/auth/log_out' }), SIGNED_IN],
  refreshToken: [() => ({ method: 'POST', path: '/auth/refresh_token' }), SIGNED_IN],
  githubCheck: 'asks GitHub',
  githubProof: 'asks GitHub',
  upload: 'sends a file',
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
const ROWS = Object.entries(TABLE).flatMap(([name, row]) =>
  Array.isArray(row) ? [{ name, ask: row[0], codes: row[1] }] : [],
)

it.each(ROWS)(
  '$name answers nobody, a forged token, a stranger and the author: $codes',
  async (row) => {
    const project = await published(backend, tokens.author)
    const answers: number[] = []
    for (const token of Object.values(tokens)) {
      const { path, ...rest } = await row.ask(project)
      answers.push((await clientOf(backend).ask(path, { ...rest, token })).code)
    }
    expect(answers).toEqual(row.codes)
  },
)

it.each(['icon', 'profile', 'flexpage'] as const)(
  'a %s is its author’s alone: by no kind, id or file does a stranger change or take it',
  async (kind) => {
    const { ask } = clientOf(backend)
    const ending = KIND_TABLE[kind].fileEnding ?? ''
    const bytes = standardFile(kind)
    const file = { name: `mine${ending}`, bytes }
    const category = kind === 'icon' ? 'nature' : 'design'
    const file_id = await uploaded(backend, tokens.author, file)
    const wish = await aWish(backend, tokens.author, { file_id, category })
    const made = await ask(`/${kind}`, { method: 'POST', body: wish, token: tokens.author })
    const { id } = made.data as Project
    const foreign = await uploaded(backend, tokens.author, file)
    const cover = { purpose: 'cover', name: 'c.png', bytes: await aPicture() }
    const own = await uploaded(backend, tokens.stranger, cover)
    const { stranger: token } = tokens
    for (const path of ['/icon', '/plugin', '/profile', '/flexpage']) {
      for (const body of [
        { id, title: 'Mine' },
        { id, cover_id: own },
        { id, file_id: foreign },
      ]) {
        const { code } = await ask(path, { method: 'PUT', body, token })
        expect([400, 404], `${path} ${JSON.stringify(body)}`).toContain(code)
      }
      expect((await ask(`${path}?id=${id}`, { method: 'DELETE', token })).code).toBe(404)
    }
    const taken = { ...wish, file_id: foreign, cover_id: own, gallery_ids: [own] }
    expect((await ask(`/${kind}`, { method: 'POST', body: taken, token })).code).toBe(404)
    expect((await ask(`/${kind}/${id}`)).data).toMatchObject({ title: 'Orchard' })
  },
)
