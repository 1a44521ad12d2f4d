import { randomBytes, randomInt } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { codeInMail } from '#tests/support/api-client.ts'
import { buildInput } from '#tests/support/builders.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { createPicture } from '#tests/support/images.ts'

/** `site` is the address of another web app. */
type Call = { method?: string; key?: string; body?: unknown; site?: string }
const answerSchema = z.object({
  code: z.number(),
  message: z.string().nullish(),
  data: z.unknown(),
})
type Answer = z.infer<typeof answerSchema>

/** How long a write is repeated until it is acknowledged, in ms. */
const PATIENCE_MS = 60_000
/** Pause between attempts, in ms. */
const PAUSE_MS = 50

/**
 * A creator who works through the web app, like a browser: with a session cookie, and with an idempotency key for each
 * write. The site trusts 127.0.0.1 as a proxy, so that each creator has limits of their own.
 */
export async function startCreator({
  base,
  dataDir,
  address = `198.51.100.${randomInt(1, 250)}`,
}: {
  base: string
  dataDir: string
  /** Address of the creator's network. */
  address?: string
}) {
  const name = `c${randomBytes(6).toString('hex')}`
  const email = `${name}@example.com`
  const password = 'engine-1843'
  const cookies = new Map<string, string>()
  let attempts = 0

  /** Headers of a page of the site in the creator's browser. */
  const headers = () => ({
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': address,
    cookie: [...cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
  })

  /** Sends a call once. @returns nothing without a whole answer in the envelope. */
  async function attempt(to: string, { method = 'POST', key, body, site = base }: Call = {}) {
    const isForm = body instanceof FormData
    attempts += 1
    try {
      const response = await fetch(`${site}/api/v1${to}`, {
        method,
        signal: AbortSignal.timeout(20_000),
        headers: {
          ...headers(),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(!isForm && body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      })
      const answer = answerSchema.parse(await response.json())
      for (const header of response.headers.getSetCookie()) {
        const [, cookie = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
        cookies.set(cookie, value)
      }
      return answer
    } catch {
      return undefined
    }
  }

  /**
   * Repeats a call until it is acknowledged: not while the site cannot be reached, or answers that it cannot do it now.
   * @throws Error for any other refusal.
   */
  async function call(to: string, options: Call = {}): Promise<unknown> {
    const end = performance.now() + PATIENCE_MS
    let answer: Answer | undefined
    while (performance.now() < end) {
      answer = await attempt(to, options)
      if (answer?.code === 200) return answer.data
      if (answer && answer.code < 500 && answer.code !== 409) break
      await delay(PAUSE_MS)
    }
    throw new Error(`${options.method ?? 'POST'} ${to}: ${JSON.stringify(answer)}`)
  }

  async function upload(purpose: string, file: string, bytes: Uint8Array): Promise<string> {
    const body = uploadForm(purpose, file, bytes)
    return uploadedFileSchema.parse(await call('/file/upload', { body })).id
  }

  const signIn = () => attempt('/auth/log_in', { body: { account: name, password } })

  await call('/sms/verify_code', { body: { data: email } })
  const person = {
    username: name,
    email,
    password,
    code: await codeInMail(path.join(dataDir, 'mail'), email),
  }
  const registered = await attempt('/auth/sign_in', { body: person })
  if (registered?.code !== 200) throw new Error(`registration: ${JSON.stringify(registered)}`)

  const picture = await createPicture()
  return {
    name,
    headers,
    attempt,
    call,
    upload,
    signIn,
    /** Number of calls sent so far. */
    attempts: () => attempts,
    /** Publishes a profile. @returns its id. */
    async publish(title: string, bytes: Uint8Array = buildStandardFile('profile', 4096)) {
      const body = buildInput({
        title,
        category: 'other',
        file_id: await upload('project', 'x.flexbar', bytes),
        cover_id: await upload('cover', 'c.png', picture),
        gallery_ids: [await upload('gallery', 'g.png', picture)],
      })
      const data = await call('/profile', { key: randomBytes(12).toString('hex'), body })
      return z.object({ id: z.string() }).parse(data).id
    },
    /** Gives a profile another title. */
    async rename(id: string, title: string): Promise<void> {
      const key = randomBytes(12).toString('hex')
      await call('/profile', { method: 'PUT', key, body: { id, title } })
    },
  }
}
export type Creator = Awaited<ReturnType<typeof startCreator>>

/** The form that uploads a file. */
export function uploadForm(purpose: string, file: string, bytes: Uint8Array): FormData {
  const form = new FormData()
  form.set('purpose', purpose)
  form.set('file', new Blob([new Uint8Array(bytes)]), file)
  return form
}
