import 'server-only'
import { refuse } from '#lib/api/refuse.ts'
import { readBytes, TooLargeError } from '#lib/limits/read-bounded.ts'
import { postForm } from './post.ts'
import type { FormName } from './table.ts'

/** Limit of a body, in bytes: it also has the state of the form before. */
const FORMER_MAX_BYTES = 512 * 1024

/** The forms, each by a field that those after it do not have. */
const NAMES: [field: string, name: FormName][] = [
  ['mode', 'enter'],
  ['days', 'token'],
  ['issuer', 'publisher'],
  ['visibility', 'status'],
  ['text', 'answer'],
  ['intent', 'release'],
]

/**
 * Handles a form that was opened under 0.2.0, whose pages posted to their own address by server actions: it is that of the table with the
 * same fields, and is answered without scripts. To the client router, which waits for an action (`?script=1`), it answers that the action
 * leads to that page, so that the page is loaded.
 */
export async function postFormer(request: Request): Promise<Response> {
  const isScript = new URL(request.url).searchParams.has('script')
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) return refuse(415)
  const fields = await fieldsOf(request, type)
  if (fields instanceof Response) return fields
  const name = NAMES.find(([field]) => fields.has(field))?.[1]
  if (!name) return refuse(400)
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/x-www-form-urlencoded')
  const { url, method } = request
  const answered = await postForm(new Request(url, { method, headers, body: `${fields}` }), name)
  return isScript ? toAction(answered) : answered
}

/** The texts of a form without what the framework has added: fields `$ACTION…`, and to names the number of the argument. */
async function fieldsOf(request: Request, type: string): Promise<URLSearchParams | Response> {
  try {
    const bytes = await readBytes(request, FORMER_MAX_BYTES)
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    const texts = [...form].flatMap(([name, value]) =>
      typeof value === 'string' && !name.startsWith('$ACTION')
        ? [[name.replace(/^_?\d+_/, ''), value]]
        : [],
    )
    return new URLSearchParams(texts)
  } catch (error) {
    if (error instanceof TooLargeError) return refuse(413)
    // The body is no form.
    if (error instanceof TypeError) return refuse(400)
    throw error
  }
}

/** A redirect as the client router follows it: by loading the page, since the answer has no data of it. */
function toAction(answered: Response): Response {
  const headers = new Headers(answered.headers)
  const to = headers.get('location')
  if (to === null) return answered
  headers.delete('location')
  headers.set('x-action-redirect', `${to.replaceAll(';', '%3B')};push`)
  return new Response(null, { headers })
}
