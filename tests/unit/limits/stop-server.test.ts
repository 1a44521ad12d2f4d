import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { stopServer } from '#lib/limits/stop-server.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

type Answer = (req: IncomingMessage, res: ServerResponse) => void

async function start(limits: { drainMs: number; stopMs: number }, answer: Answer) {
  const server = createServer()
  let stop: () => void = () => undefined
  const shouldStop = new Promise<void>((resolve) => {
    stop = resolve
  })
  const { closed } = stopServer(server, shouldStop, limits)
  server.on('request', answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const agent = new Agent({ keepAlive: true })
  cleanups.push(
    () => agent.destroy(),
    () => void server.close(),
    () => server.closeAllConnections(),
  )
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, agent }, (res) => resolve(res.resume())).once('error', reject)
    })
  return { ask, stop, closed, port }
}

it('while it drains, requests on open and new connections are answered, each the last of its connection', async () => {
  const { ask, stop, closed } = await start({ drainMs: 300, stopMs: 1000 }, (_, res) =>
    res.end('x'),
  )
  expect((await ask()).headers.connection).toBe('keep-alive')
  stop()
  const [open, fresh] = await Promise.all([ask(), ask()])
  expect(open.headers.connection).toBe('close')
  expect(fresh.headers.connection).toBe('close')
  await closed
  await expect(ask()).rejects.toThrow('ECONNREFUSED')
})

it('a request whose body is still arriving is finished', async () => {
  let arrived: () => void = () => undefined
  const hasArrived = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const { port, stop, closed } = await start({ drainMs: 0, stopMs: 10_000 }, (req, res) => {
    req.resume().once('end', () => res.end('whole'))
    arrived()
  })
  const socket = connect(port, '127.0.0.1')
  cleanups.push(() => socket.destroy())
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nab')
  const ended = new Promise((resolve) => socket.once('close', resolve))
  await hasArrived
  let said = ''
  socket.on('data', (chunk) => {
    said += String(chunk)
  })
  stop()
  await expect
    .poll(
      () =>
        new Promise((resolve) => {
          const probe = connect(port, '127.0.0.1')
          probe.once('error', () => resolve('refused')).once('connect', () => resolve('open'))
          probe.once('connect', () => probe.destroy())
        }),
    )
    .toBe('refused')
  socket.write('cd')
  await Promise.all([closed, ended])
  expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.|\r\n)*whole/)
})

it('a request that takes longer than the deadline is cut off', async () => {
  const { ask, stop, closed } = await start({ drainMs: 0, stopMs: 50 }, () => stop())
  await expect(ask()).rejects.toThrow('socket hang up')
  await closed
})
