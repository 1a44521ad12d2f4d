import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'

/*
 * A Firefox of the distribution for Playwright, which drives it by WebDriver BiDi and sends commands that a release with extended
 * support has not learned yet: they succeed here without an effect. `stock-firefox.ts FIREFOX ARGUMENTS…` starts the browser,
 * prints the address of a relay instead of the browser's own, and ends with it (decision 132).
 */

const UNKNOWN = new Set(['emulation.setMediaFeaturesOverride'])
const ANNOUNCEMENT = /^(WebDriver BiDi listening on )(ws:\/\/\S+)/

const commandSchema = z.looseObject({ id: z.number(), method: z.string() })

/** Relays the connections of Playwright to a browser. @returns the address of the relay. */
async function startRelay(browserUrl: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (client, request) => {
    const browser = new WebSocket(`${browserUrl}${request.url}`)
    const opened = once(browser, 'open')
    client.on('message', (data) => {
      const text = data.toString()
      const { id, method } = commandSchema.parse(JSON.parse(text))
      if (UNKNOWN.has(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }))
      else void opened.then(() => browser.send(text))
    })
    browser.on('message', (data) => client.send(data.toString()))
    browser.on('close', () => client.close())
    client.on('close', () => browser.close())
  })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.')
  return `ws://127.0.0.1:${address.port}`
}

const [, , command = '', ...args] = process.argv
const firefox = spawn(command, args, { stdio: ['ignore', 'inherit', 'pipe'] })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => firefox.kill(signal))
}
firefox.once('exit', (code) => process.exit(code ?? 1))
for await (const line of createInterface({ input: firefox.stderr })) {
  const [, words, url] = ANNOUNCEMENT.exec(line) ?? []
  console.error(url === undefined ? line : `${words}${await startRelay(url)}`)
}
