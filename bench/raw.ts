import { readFile } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import { onStop } from '#server/shutdown.ts'

/*
 * `node bench/raw.ts SITE FILE`: raw `node:http` that sends the bytes and headers of the site's answers to the
 * paths in FILE: the upper bound of what a server in Node can do with them. Reports its address by IPC.
 */

type Answer = { status: number; headers: string[]; body: Buffer }

/** Headers that `node:http` adds itself, to every answer of either server. */
const OWN = ['date', 'connection', 'keep-alive']

function readAnswer(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const pairs = response.rawHeaders
        const headers = pairs.filter(
          (_, at) => !OWN.includes((pairs[at - (at % 2)] ?? '').toLowerCase()),
        )
        resolve({ status: response.statusCode ?? 500, headers, body: Buffer.concat(chunks) })
      })
    })
    request.once('error', reject)
  })
}

const [site = '', file = ''] = process.argv.slice(2)
const answers = new Map<string, Answer>()
for (const path of (await readFile(file, 'utf8')).trim().split('\n')) {
  answers.set(path, await readAnswer(`${site}${path}`))
}
const server = createServer((req, res) => {
  const answer = answers.get(req.url ?? '')
  if (!answer) return res.writeHead(404).end()
  return res.writeHead(answer.status, answer.headers).end(answer.body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  process.send?.({ ready: true, url: `http://127.0.0.1:${address.port}` })
})
onStop(() => process.exit(0))
