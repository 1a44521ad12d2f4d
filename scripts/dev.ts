import { watch } from 'node:fs'
import { prepare } from './prepare.ts'
import { startStack } from './stack.ts'

/* `npm run dev`: the same parts; Next reloads its own changes, a change of the backend's starts it anew. */

const BACKEND_SOURCES = ['backend', 'lib/contract']
/** Editors write in bursts. */
const QUIET_MS = 200

async function main() {
  process.umask(0o077)
  const { env, dataDir, release } = await prepare()
  const stack = await startStack({
    env,
    dataDir,
    dev: true,
    say: console.log,
    onProgress: ({ done, total }) => {
      if (done === total) console.log(`The catalogue holds ${total} demo projects.`)
    },
    onDeath: (line) => console.error(line),
  })
  let pending: NodeJS.Timeout | undefined
  const reload = () => {
    clearTimeout(pending)
    pending = setTimeout(() => {
      console.log('The backend starts anew …')
      stack.restartBackend().catch((error: unknown) => console.error(String(error)))
    }, QUIET_MS)
  }
  for (const folder of BACKEND_SOURCES) watch(folder, { recursive: true }, reload)

  const end = async () => {
    await stack.stop()
    await release()
    process.exit(0)
  }
  process.on('SIGINT', () => void end()).on('SIGTERM', () => void end())
  console.log(`\n  Ready, with reload: ${stack.url}\n`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
