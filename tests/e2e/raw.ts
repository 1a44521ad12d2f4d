import { request as httpRequest } from 'node:http'

export type RawAnswer = {
  status: number
  body: string
  /** Length of the body as it was sent. */
  bytes: number
  headers: NodeJS.Dict<string | string[]>
}
type Input = { method?: string; headers?: Record<string, string>; body?: string }

/** Sends path and headers unchanged; other HTTP clients normalise them. */
export function ask(
  base: string | undefined,
  path: string,
  { method = 'GET', headers = {}, body }: Input = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base ?? '')
  return new Promise((resolve, reject) => {
    const req = httpRequest({ hostname, port, path, method, headers }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => {
        const body = Buffer.concat(chunks)
        resolve({
          status: res.statusCode ?? 0,
          body: body.toString(),
          bytes: body.length,
          headers: res.headers,
        })
      })
    })
    req.on('error', reject).end(body)
  })
}
