import { Worker } from 'node:worker_threads'

/* How fast the machine is: the time of work that is always the same, on two processors at once. */

const ROUNDS = 300_000
const WORK = `
const { createHash } = require('node:crypto')
const { parentPort } = require('node:worker_threads')
const begun = performance.now()
let hash = ''
for (let round = 0; round < ${ROUNDS}; round += 1) {
  hash = createHash('sha256').update(hash).digest('hex')
}
parentPort.postMessage((performance.now() - begun) / 1000)
`

const runOne = () =>
  new Promise<number>((resolve, reject) => {
    const worker = new Worker(WORK, { eval: true, execArgv: [] })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** Seconds of the work on the slower of two processors: about half a second on free ones. */
export async function measurePace(): Promise<number> {
  return Math.max(...(await Promise.all([runOne(), runOne()])))
}
