import { createServer } from 'node:http'
import { onLoopback } from './on-loopback.ts'

/** A cache in front that keeps the purges it gets, and answers each with the status that `answer` returns. */
export async function startPurgeStub(
  answer: (count: number, keys: string) => number | Promise<number> = () => 200,
) {
  const purges: {
    method: string | undefined
    tags: string[]
    bytes: number
    isSoft: boolean
  }[] = []
  const server = createServer(async (req, res) => {
    const keys = String(req.headers['surrogate-key'] ?? '')
    const status = await answer(purges.length + 1, keys)
    const isSoft = req.headers['fastly-soft-purge'] === '1'
    purges.push({ method: req.method, tags: keys.split(' '), bytes: keys.length, isSoft })
    res.writeHead(status).end()
  })
  const { url, stop } = await onLoopback(server)
  return { url: `${url}/`, purges, stop }
}
