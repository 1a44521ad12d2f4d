import { createServer } from 'node:http'
import next from 'next'
import { onStop } from '#server/shutdown.ts'

/*
 * `node bench/reference-main.ts`: the framework's minimum page (bench/reference) behind a plain server, with the cards
 * in the file `REFERENCE_CARDS`. Reports its address by IPC.
 */

const app = next({ dev: false, dir: 'bench/reference', hostname: '127.0.0.1', port: 0 })
await app.prepare()
const handle = app.getRequestHandler()
const server = createServer((req, res) => void handle(req, res))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  process.send?.({ ready: true, url: `http://127.0.0.1:${address.port}` })
})
onStop(() => process.exit(0))
