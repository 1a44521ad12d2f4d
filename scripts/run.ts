import { createBar } from './bar.ts'
import { buildIfChanged } from '#scripts/build/build.ts'
import { prepare } from '#scripts/stack/prepare.ts'
import { startStack } from '#scripts/stack/stack.ts'

/* `npm start`: runs database, backend and web app until a signal stops them. */

async function main() {
  process.umask(0o077)
  let stop: (() => Promise<void>) | undefined
  let isStopping = false
  async function end() {
    if (isStopping) return
    isStopping = true
    console.log('\nStopping …')
    await stop?.()
    process.exit(0)
  }
  process.on('SIGINT', () => void end()).on('SIGTERM', () => void end())

  const { env, dataDir, release } = await prepare()
  stop = release
  await buildIfChanged(console.log)
  const stack = await startStack({
    env,
    dataDir,
    print: console.log,
    onProgress: createBar('Filling the catalogue'),
    onExit: (line) => console.error(line),
  })
  stop = async () => {
    await stack.stop()
    await release()
  }
  console.log(`\n  Ready: ${stack.url}\n`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
