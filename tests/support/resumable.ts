import { envelopeSchema } from '#lib/contract/envelope.ts'
import type { TestBackend } from './backend.ts'

type Ask = (path: string, init: RequestInit) => Response | Promise<Response>
type Begun = {
  name?: string
  purpose?: string
  crop?: string
  sha256?: string
  size: number | string
}

const encode = (fields: Record<string, string | undefined>) =>
  Object.entries(fields)
    .flatMap(([key, value]) =>
      value === undefined ? [] : `${key} ${Buffer.from(value).toString('base64')}`,
    )
    .join(',')

/** A client of uploads that can be continued. @param ask sends a request to a path below `/api/v1`. */
export function resumableClient(ask: Ask, token: string) {
  async function send(method: string, path: string, init: RequestInit = {}) {
    const response = await ask(path, {
      ...init,
      method,
      headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...init.headers },
    })
    const text = await response.text()
    const { headers, status } = response
    const offset = headers.get('upload-offset')
    const rest = text === '' ? null : envelopeSchema.parse(JSON.parse(text))
    return { status, headers, offset: offset === null ? null : Number(offset), ...rest }
  }
  return {
    send,
    async begin({ name = 'pack.flexbar', purpose = 'project', size, ...rest }: Begun) {
      const metadata = encode({ filename: name, purpose, ...rest })
      const headers = { 'upload-length': String(size), 'upload-metadata': metadata }
      const answer = await send('POST', '/uploads', { headers })
      return { ...answer, id: answer.headers.get('location')?.split('/').at(-1) ?? '' }
    },
    head: (id: string) => send('HEAD', `/uploads/${id}`),
    patch(id: string, offset: number | string, body: Uint8Array | ReadableStream<Uint8Array>) {
      const init: RequestInit & { duplex: 'half' } = {
        headers: {
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body: body instanceof ReadableStream ? body : new Uint8Array(body),
        duplex: 'half',
      }
      return send('PATCH', `/uploads/${id}`, init)
    },
    finish: (id: string) => send('POST', `/uploads/${id}/file`),
    list: () => send('GET', '/uploads'),
    discard: (id: string) => send('DELETE', `/uploads/${id}`),
  }
}

export const resumableOf = ({ app }: TestBackend, token: string) =>
  resumableClient((path, init) => app.request(`/api/v1${path}`, init), token)

/** A body of which bytes have been sent, and more may follow until it is cut off or ended. */
export function openBody(first: Uint8Array) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  void writer.write(first).catch(() => undefined)
  return {
    body: readable,
    cut: () => writer.abort(new Error('gone')).catch(() => undefined),
    end: () => writer.close(),
  }
}
