import { watch } from 'node:fs'
import { packCliIfChanged } from '#scripts/build/build.ts'
import { prepare } from '#scripts/stack/prepare.ts'
import { startStack } from '#scripts/stack/stack.ts'

/* `npm run dev`: like `npm start`. Next reloads its changes; the backend restarts on changes. */

const BACKEND_SOURCES = ['backend', 'lib/contract']
/** Debounce in ms: editors write in bursts. */
const DEBOUNCE_MS = 200

async function main() {
  process.umask(0o077)
  const { env, dataDir, release } = await prepare()
  await packCliIfChanged()
  const stack = await startStack({
    env,
    dataDir,
    dev: true,
    print: console.log,
    onProgress: ({ done, total }) => {
      if (done === total) console.log(`The catalogue has ${total} demo projects.`)
    },
    onExit: (line) => console.error(line),
  })
  let pending: NodeJS.Timeout | undefined
  const reload = () => {
    clearTimeout(pending)
    pending = setTimeout(() => {
      console.log('Restarting the backend …')
      stack.restartBackend().catch((error: unknown) => console.error(String(error)))
    }, DEBOUNCE_MS)
  }
  for (const folder of BACKEND_SOURCES) watch(folder, { recursive: true }, reload)

  const end = async () => {
    await stack.stop()
    await release()
    process.exit(0)
  }
  process.on('SIGINT', () => void end()).on('SIGTERM', () => void end())
  // The process that started it was killed.
  if (process.connected) process.on('disconnect', () => void end())
  console.log(`\n  Ready, with reload: ${stack.url}\n`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
