import { createBar } from './bar.ts'
import { buildIfChanged } from './build.ts'
import { prepare } from './prepare.ts'
import { startStack } from './stack.ts'

/* `npm start`: everything that the site needs, until it is told to stop. */

const say = (line: string) => console.log(line)

async function main() {
  process.umask(0o077)
  let stop: (() => Promise<void>) | undefined
  let isStopping = false
  async function end() {
    if (isStopping) return
    isStopping = true
    say('\nStopping …')
    await stop?.()
    process.exit(0)
  }
  process.on('SIGINT', () => void end()).on('SIGTERM', () => void end())

  const { env, dataDir, release } = await prepare()
  stop = release
  await buildIfChanged(say)
  const stack = await startStack({
    env,
    dataDir,
    say,
    onProgress: createBar('Filling the catalogue'),
    onDeath: (line) => console.error(line),
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
