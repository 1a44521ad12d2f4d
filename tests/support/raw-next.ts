import { createServer } from 'node:http'
import next from 'next'

/* The framework by itself, without the server around it (web-app.ts). */

const app = next({ dev: false, dir: process.cwd() })
await app.prepare()
const handle = app.getRequestHandler()
const server = createServer((req, res) => void handle(req, res))
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
