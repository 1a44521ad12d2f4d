import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { z } from 'zod'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { buildInput } from './builders.ts'
import { buildStandardFile } from './containers.ts'
import { createPicture } from './images.ts'

type Call = {
  method?: string
  token?: string
  /** `Idempotency-Key` */
  key?: string
  /** The revision in `If-Match`. */
  match?: number
  body?: unknown
}

/**
 * Calls a running backend over HTTP.
 * @param base address of the API, `http://127.0.0.1:4000/api/v1`.
 * @throws TypeError when the connection fails, for example because the backend was killed.
 */
export async function callApi(
  base: string,
  address: string,
  { method = 'POST', token = '', key, match, body }: Call = {},
): Promise<unknown> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${base}${address}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key && { 'idempotency-key': key }),
      ...(match !== undefined && { 'if-match': `"${match}"` }),
      ...(!isForm && body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  return answer.json()
}

/** Registers an account with the code from the message files in `dataDir/mail`. @returns its token. */
export async function registerOver(
  base: string,
  dataDir: string,
  username = 'ada_lovelace',
): Promise<string> {
  const email = `${username.split('_')[0]}@example.com`
  await callApi(base, '/sms/verify_code', { body: { data: email } })
  const person = { username, email, password: 'engine-1843' }
  const code = await codeInMail(path.join(dataDir, 'mail'), email)
  const answer = await callApi(base, '/auth/sign_in', { body: { ...person, code } })
  return z.object({ token: z.string() }).parse(answer).token
}

/** The code in the newest message to an address that has one. */
export async function codeInMail(folder: string, email: string): Promise<string> {
  for (const file of (await readdir(folder)).toSorted().toReversed()) {
    const { to, text = '' } = await PostalMime.parse(await readFile(path.join(folder, file)))
    const code = /^\d{6}$/m.exec(text)?.[0]
    if (code !== undefined && to?.some((one) => one.address === email)) return code
  }
  throw new Error('No code was sent.')
}

/** Uploads a file. @returns its id. */
export async function uploadOver(
  base: string,
  token: string,
  { purpose, name, bytes }: { purpose: string; name: string; bytes: Uint8Array },
): Promise<string> {
  const body = new FormData()
  body.set('purpose', purpose)
  body.set('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await callApi(base, '/file/upload', { token, body })
  return z.object({ data: uploadedFileSchema }).parse(answer).data.id
}

/** Uploads file and pictures of a profile. @returns the body that publishes it. */
export async function profileOver(
  base: string,
  token: string,
  title: string,
  bytes: Uint8Array = buildStandardFile('profile', 4096),
): Promise<Record<string, unknown>> {
  const picture = await createPicture()
  const upload = (purpose: string, name: string, content: Uint8Array) =>
    uploadOver(base, token, { purpose, name, bytes: content })
  return buildInput({
    title,
    category: 'other',
    file_id: await upload('project', 'x.flexbar', bytes),
    cover_id: await upload('cover', 'c.png', picture),
    gallery_ids: [await upload('gallery', 'g.png', picture)],
  })
}
