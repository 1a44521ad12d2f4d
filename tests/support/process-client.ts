import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { z } from 'zod'
import { uploadedFileSchema } from '#lib/contract/publish.ts'

/* Calls to a backend that runs as a process of its own. */

type Call = { token?: string; key?: string; body?: unknown }
export async function post(address: string, { token = '', key, body }: Call): Promise<unknown> {
  const isForm = body instanceof FormData
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(key && { 'idempotency-key': key }),
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  return answer.json()
}

/** Registers somebody with the code from the message that is kept below the data folder. */
export async function register(base: string, folder: string): Promise<string> {
  await post(`${base}/sms/verify_code`, { body: { data: 'ada@example.com' } })
  const mail = path.join(folder, 'mail')
  const [name = ''] = await readdir(mail)
  const { text = '' } = await PostalMime.parse(await readFile(path.join(mail, name)))
  const code = /^\d{6}$/m.exec(text)?.[0]
  const person = { username: 'ada_lovelace', email: 'ada@example.com', password: 'engine-1843' }
  const answer = await post(`${base}/auth/sign_in`, { body: { ...person, code } })
  return z.object({ token: z.string() }).parse(answer).token
}

export async function upload(
  base: string,
  token: string,
  purpose: string,
  name: string,
  bytes: Buffer,
) {
  const body = new FormData()
  body.set('purpose', purpose)
  body.set('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await post(`${base}/file/upload`, { token, body })
  return z.object({ data: uploadedFileSchema }).parse(answer).data.id
}
