import { buildIfChanged } from './build.ts'
import { prepare } from './prepare.ts'
import { type Progress, startStack } from './stack.ts'

/* `npm start`: everything that the site needs, until it is told to stop. */

const say = (line: string) => console.log(line)
const BAR_WIDTH = 24

let lastTenth = -1
/** A bar that grows in place on a terminal, a line every tenth elsewhere. */
function showProgress({ done, total, what }: Progress) {
  const tenth = Math.floor((done / total) * 10)
  if (process.stdout.isTTY) {
    const filled = Math.round((done / total) * BAR_WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
    const label = what.length > 40 ? `${what.slice(0, 39)}…` : what
    process.stdout.write(`\r\u001b[KFilling the catalogue ${bar} ${done}/${total} ${label}`)
    if (done === total) process.stdout.write('\n')
  } else if (tenth !== lastTenth) say(`Filling the catalogue … ${done} of ${total}`)
  lastTenth = tenth
}

async function main() {
  let stop: (() => Promise<void>) | undefined
  let isStopping = false
  async function end(code: number) {
    if (isStopping) return
    isStopping = true
    say('\nStopping …')
    await stop?.()
    process.exit(code)
  }
  process.on('SIGINT', () => void end(0)).on('SIGTERM', () => void end(0))

  const { env, dataDir, release } = await prepare()
  stop = release
  await buildIfChanged(say)
  const stack = await startStack({
    env,
    dataDir,
    say,
    onProgress: showProgress,
    onDeath: (name) => {
      console.error(`The ${name} ended unexpectedly.`)
      void end(1)
    },
  })
  stop = async () => {
    await stack.stop()
    await release()
  }
  say(`\n  Ready: ${stack.url}\n`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
