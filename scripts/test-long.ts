import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buildIfChanged } from './build.ts'
import { freePort } from './free-port.ts'
import { scrollIcons } from './scroll-icons.ts'
import { startStack } from './stack.ts'

/*
 * `npm run test:long`: what takes longer than `npm test` may. Follows every link of the whole site in
 * every language, then kills everything at once again and again and looks whether the site comes back
 * complete. Its last figures stand in docs/long-tests.md. Talks to this machine alone.
 */

const KILLS = 10
const PARALLEL = 4
/** A site of this size has fewer addresses; more means that a link leads into endlessness. */
const PAGES_MAX = 10_000

async function start(dataDir: string) {
  const port = await freePort()
  const stack = await startStack({
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      BACKEND_PORT: String(await freePort()),
      BACKEND_URL: '',
      DATABASE_URL: '',
      SITE_URL: `http://localhost:${port}`,
    },
    dataDir,
    say: () => undefined,
    onProgress: () => undefined,
    onDeath: () => undefined,
  })
  return { ...stack, base: `http://127.0.0.1:${port}` }
}

/** Follows all links from the entrance on; answers with what did not lead anywhere. */
async function crawl(base: string) {
  const seen = new Set(['/home/index'])
  const queue = [...seen]
  const broken: string[] = []
  async function visit(address: string) {
    const response = await fetch(`${base}${address}`, { redirect: 'manual' })
    const isHtml = response.headers.get('content-type')?.startsWith('text/html')
    const text = isHtml ? await response.text() : ''
    if (!isHtml) await response.arrayBuffer()
    if (response.status !== 200) broken.push(`${response.status} ${address}`)
    for (const [, href = ''] of text.matchAll(/<a\b[^>]*?\bhref="(\/[^"#]*)/g)) {
      const found = href.replaceAll('&amp;', '&')
      if (seen.has(found) || seen.size >= PAGES_MAX) continue
      seen.add(found)
      queue.push(found)
    }
  }
  while (queue.length > 0) await Promise.all(queue.splice(0, PARALLEL).map(visit))
  return { visited: seen.size, broken }
}

async function total(base: string): Promise<number> {
  let sum = 0
  for (const kind of ['icon', 'plugin', 'profile', 'flexpage']) {
    const answer = await fetch(`${base}/api/v1/${kind}/list?limit=1`)
    const text = await answer.text()
    sum += Number(/"total":(\d+)/.exec(text)?.[1] ?? 0)
  }
  return sum
}

async function main() {
  await buildIfChanged(console.log)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'long-'))
  let stack = await start(dataDir)
  const begun = performance.now()
  const { visited, broken } = await crawl(stack.base)
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(`${visited} addresses in ${seconds} s, ${broken.length} of them broken`)
  const scrolled = await scrollIcons(stack.base)
  console.log(
    `${scrolled.rate.toFixed(0)} frames/s through 5760 icons, p99 ${scrolled.p99.toFixed(0)} ms`,
  )
  const whole = await total(stack.base)
  let survived = 0
  for (let kill = 1; kill <= KILLS; kill += 1) {
    for (const pid of Object.values(stack.pids)) if (pid !== undefined) process.kill(pid, 'SIGKILL')
    await stack.stop()
    stack = await start(dataDir)
    if ((await total(stack.base)) === whole) survived += 1
  }
  console.log(
    `${survived} of ${KILLS} kills of everything left the catalogue whole (${whole} projects)`,
  )
  await stack.stop()
  await rm(dataDir, { recursive: true, force: true })
  await writeFile(
    'docs/long-tests.md',
    `# Long tests

Made by \`npm run test:long\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}.

| What | Figure |
| --- | --: |
| addresses reached by links, all languages | ${visited} |
| of them broken | ${broken.length} |
| seconds for all of them, ${PARALLEL} at a time | ${seconds} |
| frames a second while 5760 icons are scrolled through (no graphics card) | ${scrolled.rate.toFixed(0)} |
| the slowest of a hundred frames, ms | ${scrolled.p99.toFixed(0)} |
| kills (-9) of database, backend and web app at once | ${KILLS} |
| after which the catalogue was whole | ${survived} |
`,
  )
  const failed = broken.length + (KILLS - survived)
  if (failed > 0) console.error(broken.slice(0, 50).join('\n'))
  console.log(`\n${visited + survived - broken.length} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

await main()
