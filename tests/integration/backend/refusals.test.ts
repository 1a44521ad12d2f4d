import { beforeAll, expect, it } from 'vitest'
import { CATEGORIES, KINDS, OPERATING_SYSTEMS } from '#lib/contract/kind.ts'
import { SORTS } from '#lib/contract/list.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'

/* What the API says of a value that it does not take: the names of the fields, and what each accepts. */

let session = ''
const backend = await testBackend()
beforeAll(async () => {
  session = await registered(backend)
})

const TIME = 'a date and time with its zone, such as 2026-12-24T18:00:00Z'
const VERSION = 'three numbers such as 1.2.0, or a pre-release such as 1.2.0-beta.1'
const CREATE = {
  title: 'Orchard',
  description: 'Trees.',
  version: '1.0.0',
  operating_systems: ['all'],
  minimum_version: '1.0.0',
  category: 'nature',
  cover_id: 'x',
  gallery_ids: ['x'],
}

it.each<[string, string, object | undefined, string[], ...string[]]>([
  [
    'GET',
    '/icon/list?os=mac',
    undefined,
    ['os'],
    'os: one of macos, windows, linux, other; did you mean macos?',
  ],
  [
    'GET',
    '/icon/list?category=nonsense',
    undefined,
    ['category'],
    `category: one of ${CATEGORIES.icon[0]}`,
  ],
  [
    'GET',
    '/icon/list?category=design',
    undefined,
    ['category'],
    `category: one of ${CATEGORIES.icon.join(', ')}`,
  ],
  ['GET', '/icon/list?sort=newest', undefined, ['sort'], `sort: one of ${SORTS.join(', ')}`],
  ['GET', '/icon/list?limit=1000', undefined, ['limit'], 'limit: at most 100'],
  [
    'GET',
    '/icon/list?minimum_version=2',
    undefined,
    ['minimum_version'],
    'three numbers such as 1.2.0; did you mean 2.0.0?',
  ],
  [
    'GET',
    '/index/search?kind=icons&sort=best',
    undefined,
    ['sort', 'kind'],
    `kind: one of ${KINDS.join(', ')}; did you mean icon?`,
    'sort: one of relevance',
  ],
  ['GET', `/index/search?q=${'x'.repeat(201)}`, undefined, ['q'], 'q: at most 200 characters'],
  [
    'POST',
    '/icon',
    { ...CREATE, category: 'design' },
    ['category'],
    `category: one of ${CATEGORIES.icon.join(', ')}`,
  ],
  ['POST', '/icon', { ...CREATE, category: 'natur' }, ['category'], 'did you mean nature?'],
  [
    'POST',
    '/icon',
    { ...CREATE, operating_systems: ['MacOS'] },
    ['operating_systems'],
    `operating_systems.0: one of ${OPERATING_SYSTEMS.join(', ')}; did you mean macos?`,
  ],
  ['POST', '/icon', { ...CREATE, version: '1.0' }, ['version'], `version: ${VERSION}`],
  [
    'POST',
    '/icon',
    { ...CREATE, version: '2024.01.05', channel: 'beta' },
    ['version', 'channel'],
    `version: ${VERSION}`,
    'channel: one of stable, prerelease',
  ],
  ['POST', '/icon', { ...CREATE, title: undefined }, ['title'], 'title: missing'],
  ['POST', '/icon', { ...CREATE, language: 'english' }, ['language'], 'language: one of en, '],
  [
    'PUT',
    '/icon',
    { id: 'x', publish_at: '2026-12-24T18:00:00' },
    ['publish_at'],
    `publish_at: ${TIME}`,
  ],
  ['PUT', '/icon', { id: 'x', publish_at: 'tomorrow' }, ['publish_at'], `publish_at: ${TIME}`],
  ['PUT', '/icon', { id: 'a b' }, ['id'], 'id: an id of 1 to 64 letters'],
  ['POST', '/updates', { items: [{ id: 'a', version: '1' }] }, ['items'], VERSION],
  [
    'POST',
    '/updates',
    { items: [], system: 'mac', min_age: 91 },
    ['items', 'system', 'min_age'],
    'items: at least 1 entry',
    'system: one of macos',
    'min_age: at most 90',
  ],
])('%s %s with %j', async (method, address, body, fields, ...wanted) => {
  const response = await backend.app.request(`/api/v1${address}`, {
    method,
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const envelope = envelopeSchema.parse(await response.json())
  expect(envelope).toMatchObject({ code: 400, reason: 'invalid_input' })
  expect(envelope.fields?.toSorted()).toEqual(fields.toSorted())
  for (const words of wanted) expect(envelope.message).toContain(words)
})

it('an upload says which purposes there are, and that they come before the file', async () => {
  const form = new FormData()
  form.set('purpose', 'icon')
  form.set('file', new Blob(['x']), 'a.iconpack')
  const headers = { authorization: `Bearer ${session}` }
  const init = { method: 'POST', headers, body: form }
  const response = await backend.app.request('/api/v1/file/upload', init)
  const { code, message, fields } = envelopeSchema.parse(await response.json())
  expect([code, fields]).toEqual([400, ['purpose']])
  expect(message).toContain('purpose: one of project, cover, gallery')
  expect(message).toContain('before the file')
})

it('a message describes five fields at most, and stays within the limit of the envelope', async () => {
  const body = {
    ...CREATE,
    language: 'x',
    category: 'x',
    operating_systems: ['x'],
    version: 'x',
    minimum_version: 'x',
    title: '',
    channel: 'x',
  }
  const response = await backend.app.request('/api/v1/icon', {
    method: 'POST',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { message, fields } = envelopeSchema.parse(await response.json())
  expect(message.split('; ').filter((part) => /^[\w.]+: /.test(part))).toHaveLength(5)
  expect(fields).toHaveLength(7)
})
