import { spawn } from 'node:child_process'
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
/** The same in the midst of publications. */
const PUBLICATION_KILLS = 50
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

/** The test of `npm test` with more kills. */
function survivesPublications(): Promise<boolean> {
  const test = 'tests/integration/backend/publish/kill.test.ts'
  const env = { ...process.env, KILLS: String(PUBLICATION_KILLS), TEST_DATABASE_URL: '' }
  const child = spawn('node_modules/.bin/vitest', ['run', test], { env, stdio: 'inherit' })
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)))
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
  const areKept = await survivesPublications()
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
| kills (-9) of the backend in the midst of a publication: nothing half done, one project after the retry | ${areKept ? PUBLICATION_KILLS : 'failed'} |
`,
  )
  const failed = broken.length + (KILLS - survived) + (areKept ? 0 : 1)
  if (failed > 0) console.error(broken.slice(0, 50).join('\n'))
  console.log(`\n${visited + survived - broken.length} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

await main()
