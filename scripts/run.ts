import { createBar } from './bar.ts'
import { buildIfChanged } from './build.ts'
import { prepare } from './prepare.ts'
import { startStack } from './stack.ts'

/* `npm start`: everything that the site needs, until it is told to stop. */

const say = (line: string) => console.log(line)

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
    onProgress: createBar('Filling the catalogue'),
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
