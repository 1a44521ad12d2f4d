import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Role } from '#lib/contract/admin/role.ts'
import { accountSessionsSchema } from '#lib/contract/account.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { keptFormIdSchema } from '#lib/contract/kept-form.ts'
import { releaseDeliveries } from '#backend/db/tables.ts'
import { DEFAULT_ISSUERS } from '#backend/services/publisher/issuers.ts'
import { createdToken } from './access-tokens.ts'
import { clientOf, registered } from './accounts.ts'
import type { DocumentedCall } from './api-document.ts'
import type { TestBackend } from './backend.ts'
import { buildStandardFile } from './containers.ts'
import { createPicture } from './images.ts'
import { operator, OPERATOR_SECRET } from './operator.ts'
import { addedPublisher } from './publishers.ts'
import { publishProject, uploadFile } from './publishing.ts'
import { resumableOf } from './resumable.ts'
import { sample } from './sample.ts'

/** Stands in everything that only its account may read. */
export const PRIVATE = 'private-orchard'
export const OWNER = {
  username: 'ada_lovelace',
  email: `${PRIVATE}@example.com`,
  password: 'engine-1843',
}
const OTHER = { username: 'evening', email: 'eve@example.com', password: 'another-2025' }
const ALL = ['read', 'publish', 'manage']

/** Registers an account and gives it a role. @returns its token. */
export async function withRole(backend: TestBackend, role: Role): Promise<string> {
  const token = await registered(backend, { username: role, email: `${role}@example.com` })
  await backend.db.execute(
    sql`UPDATE accounts SET role = ${role} WHERE email_key = ${`${role}@example.com`}`,
  )
  return token
}

/** What belongs to the owner and is of no other project: ids by kind of resource. */
export type Resources = Awaited<ReturnType<typeof plant>>['resources']

/**
 * Two accounts, and one resource of each kind of the owner: projects with a log, a status and a scheduled version, an unlisted
 * and a hidden one, a plugin with releases, uploads, one of them unfinished, a draft, tokens, a publisher, a session.
 */
export async function plant(backend: TestBackend) {
  await backend.empty()
  const session = await registered(backend, OWNER)
  const other = await registered(backend, OTHER)
  const { ask, post } = clientOf(backend)
  const named = await createdToken(backend, session, { name: PRIVATE })
  const own = await publishProject(backend, session, { title: 'Own' })
  const project = await publishProject(backend, named.secret, { title: 'Orchard' })
  const { file, cover } = await uploads(backend, session)
  const { file: next } = await uploads(backend, session)
  await ask('/icon', {
    method: 'PUT',
    token: session,
    body: {
      id: project.id,
      version: '2.0.0',
      file_id: next,
      notes: PRIVATE,
      publish_at: '2026-06-20T00:00:00Z',
    },
  })
  const unlisted = await publishProject(backend, session, { title: `${PRIVATE} unlisted` })
  await ask(`/icon/${unlisted.id}/status`, {
    method: 'PUT',
    token: session,
    body: { visibility: 'unlisted' },
  })
  const hidden = await publishProject(backend, session, { title: `${PRIVATE} hidden` })
  const hiding = { action: 'hide', kind: 'icon', id: hidden.id, reason: PRIVATE, by: 'operator' }
  await operator(backend, 'projects', hiding, OPERATOR_SECRET)
  const plugin = await backend.add({ kind: 'plugin', title: 'Plums', category: 'other' })
  await backend.db.execute(
    sql`UPDATE projects SET repository_url = 'https://github.com/ada/orchard',
      author_uid = (SELECT author_uid FROM projects WHERE id = ${project.id}) WHERE id = ${plugin}`,
  )
  await backend.db.insert(releaseDeliveries).values({
    id: 'delivery-1',
    projectId: plugin,
    origin: 'github',
    deliveryId: '1',
    tag: PRIVATE,
    state: 'refused',
    receivedAt: new Date('2026-06-01T00:00:00Z'),
  })
  const draft = {
    content: { title: PRIVATE },
    kind: 'icon',
    title: PRIVATE,
    project_id: project.id,
  }
  const form = await post('/account/forms', draft, session)
  const unfinished = await resumableOf(backend, session).begin({
    name: `${PRIVATE}.iconpack`,
    size: 9,
  })
  const publisher = await addedPublisher(backend, session, {
    project_id: project.id,
    environment: PRIVATE,
  })
  const login = { account: OWNER.username, password: OWNER.password }
  await post('/auth/log_in', login)
  const sessions = await ask('/account/sessions', { token: session })
  const { items } = z.object({ data: accountSessionsSchema }).parse(sessions).data
  const tokenOf = async (by: string, said: Record<string, unknown>) =>
    (await createdToken(backend, by, said)).secret
  const identities = {
    'no identity': '',
    'another account': other,
    'its token': await tokenOf(other, { scopes: ALL }),
    'a token of another project': await tokenOf(session, { scopes: ALL, project_id: own.id }),
    'a token to read': await tokenOf(session, { scopes: ['read'] }),
    'a token to publish': await tokenOf(session, { scopes: ['publish'] }),
    'a moderator': await withRole(backend, 'moderator'),
    'an administrator': await withRole(backend, 'administrator'),
  }
  // The first use of a token is stored.
  for (const token of Object.values(identities)) await ask('/account/info', { token })
  const ended = z
    .object({ token: z.string() })
    .parse(await post('/auth/log_in', { account: OTHER.username, password: OTHER.password }))
  return {
    session,
    /** A session of the other account, for calls that end one. */
    spare: ended.token,
    uid: project.author.uid,
    identities,
    resources: {
      project: project.id,
      unlisted: unlisted.id,
      hidden: hidden.id,
      plugin,
      file,
      cover,
      form: keptFormIdSchema.parse(form.data).id,
      token: named.id,
      publisher: publisher.id,
      unfinished: unfinished.id,
      session: items.find(({ current }) => !current)?.id ?? '',
    },
  }
}
export type Identity = keyof Awaited<ReturnType<typeof plant>>['identities']

/** An uploaded file and a picture that no project has. */
async function uploads(backend: TestBackend, token: string) {
  const bytes = buildStandardFile('icon')
  const picture = { purpose: 'cover', name: 'c.png', bytes: await createPicture() }
  return {
    file: await uploadFile(backend, token, { name: `${PRIVATE}.iconpack`, bytes }),
    cover: await uploadFile(backend, token, picture),
  }
}

/** Values of fields by their names; a new field with a pattern needs one. Ids are those of the owner's resources. */
const valuesOf = (resources: Resources, id: string) => ({
  id,
  file_id: resources.file,
  cover_id: resources.cover,
  gallery_ids: [resources.cover],
  project_id: resources.project,
  ...OWNER,
  kind: 'icon',
  category: 'nature',
  // The scheduled one.
  version: '2.0.0',
  minimum_version: '1.0.0',
  successor_id: resources.plugin,
  visibility: 'unlisted',
  purpose: 'cover',
  data: OWNER.email,
  code: '123456',
  new_password: 'engine-1844',
  issuer: DEFAULT_ISSUERS[0]?.url,
  repository: 'ada/orchard',
  repository_id: '1001',
  owner_id: '77',
  repository_url: 'https://github.com/ada/orchard',
  commit: 'c'.repeat(40),
  workflow: 'release.yml',
  environment: 'production',
  sha256: 'a'.repeat(64),
  cursor: 'x',
  width: 320,
  links: [],
  content: {},
})

/** The requests of a call for each of the resources, from its schemas in the document alone. */
export function requestsOf(call: DocumentedCall, resources: Resources): Request[] {
  const all = Object.values(resources).map((id) => requestOf(call, resources, id))
  return [...new Map(all.map((request) => [JSON.stringify(request), request])).values()]
}

function requestOf(call: DocumentedCall, resources: Resources, id: string) {
  const values = valuesOf(resources, id)
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { schema } = call.parameters.find((one) => one.name === name) ?? {}
    return encodeURIComponent(String(name === 'name' ? 'sun.svg' : sample(schema, name, values)))
  })
  const query = new URLSearchParams()
  for (const { name, in: place, required, schema } of call.parameters) {
    if (place !== 'query' || !(required || name === 'id')) continue
    query.set(name, String(sample(schema, name, values)))
  }
  const body = call.body === undefined ? undefined : sample(call.body, '', values)
  return {
    method: call.method.toUpperCase(),
    path: query.size > 0 ? `${path}?${query}` : path,
    body,
  }
}

type Request = ReturnType<typeof requestOf>

/** Makes a call of the document. @returns the answer, and its text. */
export async function make(
  backend: TestBackend,
  call: DocumentedCall,
  { method, path, body, token }: Request & { token: string },
) {
  const response = await backend.app.request(`/api/v1${path}`, {
    method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(call.isMultipart ? {} : { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && {
      body: call.isMultipart ? await formOf(body) : JSON.stringify(body),
    }),
  })
  const text = await response.text()
  const parsed = envelopeSchema.safeParse(parseJson(text))
  const { code = response.status, reason } = parsed.data ?? {}
  return { code, reason, text }
}

async function formOf(body: unknown) {
  const form = new FormData()
  for (const [name, value] of Object.entries(recordSchema.parse(body)))
    if (name !== 'file') form.set(name, String(value))
  form.set('file', new Blob([new Uint8Array(await createPicture())]), 'c.png')
  return form
}

const recordSchema = z.record(z.string(), z.unknown())

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
