import { request as httpRequest } from 'node:http'

export type Answer = { status: number; body: string; headers: NodeJS.Dict<string | string[]> }
type Wish = { method?: string; headers?: Record<string, string>; body?: string }

/** Sends a path and headers as they stand; clients like to mend them. */
export function ask(
  base: string | undefined,
  path: string,
  { method = 'GET', headers = {}, body }: Wish = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base ?? '')
  return new Promise((resolve, reject) => {
    const req = httpRequest({ hostname, port, path, method, headers }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          headers: res.headers,
        }),
      )
    })
    req.on('error', reject).end(body)
  })
}
