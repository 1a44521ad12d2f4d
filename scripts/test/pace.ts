import { Worker } from 'node:worker_threads'

/* How fast the machine is: the time of work that is always the same, on two processors at once. */

/** Like the tests it fills memory, parses, sorts and compresses: a busy machine is slow at these first. */
const WORK = `
const { createHash } = require('node:crypto')
const { gzipSync } = require('node:zlib')
const { parentPort } = require('node:worker_threads')
const begun = performance.now()
const digest = (value) => createHash('sha256').update(String(value)).digest('hex')
const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, hash: digest(id), tags: [id, id % 7, id % 13] }))
for (let round = 0; round < 3; round += 1) {
  const copy = JSON.parse(JSON.stringify(rows))
  copy.sort((a, b) => (a.hash < b.hash ? -1 : 1))
  new Map(copy.map((row) => [row.hash, row]))
  gzipSync(JSON.stringify(copy.slice(0, 10_000)))
}
parentPort.postMessage((performance.now() - begun) / 1000)
`

const runOne = () =>
  new Promise<number>((resolve, reject) => {
    const worker = new Worker(WORK, { eval: true, execArgv: [] })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

const runTwo = async () => Math.max(...(await Promise.all([runOne(), runOne()])))

/** Seconds of the work on the slower of two processors, the better of two times: less than a second on free ones. */
export async function measurePace(): Promise<number> {
  const first = await runTwo()
  return Math.min(first, await runTwo())
}
