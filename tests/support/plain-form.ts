import type { IncomingMessage, RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import type { Kind } from '#lib/contract/kind.ts'
import type { PlainState } from '#lib/creator/plain-form.ts'
import { setProcessState } from '#lib/process-state.ts'
import { buildProject } from './builders.ts'
import { answer, startFaultyBackend } from './faulty-backend.ts'
import { bearerOf, signedIn, SITE, stubWebApp } from './session.ts'
import { stubVariables } from './web-variables.ts'

export const ME = { uid: 'u1', username: 'ada_lovelace', email: 'ada@example.com' }
export const FILE = new File(['PK\u0003\u0004'], 'mine.iconpack')
export const PICTURE = new File(['picture'], 'cover.png', { type: 'image/png' })

/** Everything that the form of an icon pack requires. */
export const COMPLETE = {
  key: 'key-of-this-form',
  file: FILE,
  title: 'Orchard',
  cover: PICTURE,
  gallery: PICTURE,
  description: 'One\r\nTwo',
  version: '1.0.0',
  minimum_version: '1.0.0',
  operating_systems: 'all',
  category: 'nature',
  tags: 'a, b',
}

export function toForm(values: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  return form
}

const readBody = async (req: IncomingMessage) => Buffer.concat(await Readable.from(req).toArray())
export const readJson = async (req: IncomingMessage) => JSON.parse((await readBody(req)).toString())

/** A backend that takes forms without scripts, and the web app's handler in front of it. */
export async function startPlainSite() {
  const backend = await startFaultyBackend()
  /** Forms that the backend has kept. */
  let forms: PlainState[] = []
  let drafts: unknown[] = []
  let writes: { key: unknown; body: unknown }[] = []
  let changed: unknown[] = []
  let instead: Record<string, RequestListener> = {}
  const calls: Record<string, RequestListener> = {
    'GET /account/info': (req, res) =>
      answer(res, bearerOf(req.headers) === 'good' ? 200 : 401, ME),
    'POST /auth/refresh_token': (_, res) => answer(res, 401, null),
    'POST /file/upload': async (req, res) => {
      const body = await readBody(req).catch(() => null)
      // The web app has cut the upload off.
      if (body === null) return
      const name = /filename="([^"]*)"/.exec(body.toString('latin1'))?.[1] ?? ''
      const id = name.replace('.', '_')
      answer(res, 200, { id, url: `/api/v1/file/${id}/x`, name, size: body.length, sha256: '' })
    },
    'POST /icon': async (req, res) => {
      writes.push({ key: req.headers['idempotency-key'], body: await readJson(req) })
      answer(res, 200, buildProject({ id: 'a1', kind: 'icon' }))
    },
    'POST /account/forms': async (req, res) => {
      const { content, ...draft } = await readJson(req)
      forms.push(content)
      drafts.push(draft)
      answer(res, 200, { id: `form${forms.length - 1}` })
    },
  }
  backend.behave((req, res) => {
    const path = (req.url ?? '').replace(/^\/api\/v1/, '').split('?')[0] ?? ''
    const listener = instead[`${req.method} ${path}`] ?? calls[`${req.method} ${path}`]
    if (listener) listener(req, res)
    else answer(res, 404, null)
  })
  return {
    stop: backend.stop,
    forms: () => forms,
    /** What they were kept with. */
    drafts: () => drafts,
    writes: () => writes,
    /** Changes that the web app was notified of. */
    changed: () => changed,
    uploads: () => backend.requests.filter(({ url }) => url.endsWith('/file/upload')).length,
    /** Answers a call, such as `POST /icon`, in another way. */
    answerInstead: (call: string, listener: RequestListener) => {
      instead = { ...instead, [call]: listener }
    },
    /** Answers a call as usual. */
    call: (call: string, ...exchange: Parameters<RequestListener>) => calls[call]?.(...exchange),
    /** Errors of the last kept form: field, message, file. */
    errors: () =>
      (forms.at(-1)?.errors ?? []).map(({ field, error, refusal, file }) =>
        [field, error ?? refusal, file].filter(Boolean).join(' '),
      ),
    reset: ({ maxMb = 1 } = {}) => {
      stubWebApp(backend.url)
      stubVariables({ UPLOAD_MAX_MB: String(maxMb) })
      setProcessState('plainForms', undefined)
      forms = []
      drafts = []
      writes = []
      changed = []
      instead = {}
      backend.requests.length = 0
    },
    /** Posts a form without scripts. @returns the response and where it leads to. */
    post: async (
      body: BodyInit | null,
      headers: Record<string, string> = {},
      kind: Kind = 'icon',
      id: string | null = null,
    ) => {
      const { plainForm } = await import('#lib/publish-form/handle.ts')
      const init: RequestInit & { duplex: 'half' } = {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { 'sec-fetch-site': 'same-origin', cookie: await signedIn('good'), ...headers },
      }
      const response = await plainForm(
        new Request(`${SITE}/api/publish/en/${kind}`, init),
        { locale: 'en', kind, id },
        { onChanged: (one) => changed.push(one) },
      )
      return { response, location: response.headers.get('location') ?? '' }
    },
  }
}
