import { startVarnish } from '#tests/support/engines/varnish.ts'
import { startStubWeb } from './stub-web.ts'

type Web = Awaited<ReturnType<typeof startStubWeb>>
type Varnish = Awaited<ReturnType<typeof startVarnish>>
export type Answers = Parameters<typeof startStubWeb>[0]
type Init = { headers?: Record<string, string>; method?: string }

/** Varnish with the site's configuration in front of stubs, started by each test. */
export function createStubFront() {
  let webs: Web[] = []
  let varnish: Varnish | undefined
  const running = () => {
    if (!varnish) throw new Error('Varnish was not started.')
    return varnish
  }

  async function ask(path: string, init: Init = {}) {
    const response = await fetch(running().url + path, { redirect: 'manual', ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const purge = (keys: string, headers: Record<string, string> = {}) =>
    fetch(running().purgeUrl, { method: 'PURGE', headers: { 'surrogate-key': keys, ...headers } })

  return {
    /** In front of one web process, or of two that answer differently. */
    async start(answer?: Answers, other?: Answers): Promise<[Web, Web]> {
      const one = await startStubWeb(answer)
      const two = other ? await startStubWeb(other) : one
      webs = other ? [one, two] : [one]
      varnish = await startVarnish([one.port, two.port])
      return [one, two]
    },
    /** In front of one web process. Instead of for a second, stale pages are sent for as long as `grace` says. */
    async startWithGrace(grace: string, answer?: Answers): Promise<Web> {
      const web = await startStubWeb(answer)
      webs = [web]
      const replaced = [['req.grace = 1s', `req.grace = ${grace}`]] as const
      varnish = await startVarnish([web.port, web.port], replaced)
      return web
    },
    ask,
    textOf: async (path: string, headers: Record<string, string> = {}) =>
      (await ask(path, { headers })).text,
    purge,
    /** As after a change that took nothing away. */
    purgeSoftly: (keys: string) => purge(keys, { 'fastly-soft-purge': '1' }),
    purgeUrl: () => running().purgeUrl,
    async stop() {
      await varnish?.stop()
      varnish = undefined
      for (const web of webs.splice(0)) await web.stop()
    },
  }
}
