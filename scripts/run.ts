import { once } from 'node:events'
import { stopSignal } from '#backend/stop.ts'
import { createBar } from './bar.ts'
import { buildIfChanged } from '#scripts/build/build.ts'
import { prepare } from '#scripts/stack/prepare.ts'
import { startStack } from '#scripts/stack/stack.ts'

/* `npm start`: runs database, backend and web app until a signal, or the end of the process that started it, stops them. */

async function main() {
  process.umask(0o077)
  const stopping = stopSignal()
  // A terminal or a program that reads the log may end first.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  stopping.addEventListener('abort', () => console.log('\nStopping …'))
  const { env, dataDir, release } = await prepare()
  try {
    await buildIfChanged(console.log, stopping)
    const stack = await startStack({
      env,
      dataDir,
      signal: stopping,
      print: console.log,
      onProgress: createBar('Filling the catalogue'),
      onExit: (line) => console.error(line),
    })
    console.log(`\n  Ready: ${stack.url}\n`)
    if (!stopping.aborted) await once(stopping, 'abort')
    await stack.stop()
  } catch (error) {
    if (!stopping.aborted) throw error
  }
  await release()
  process.exit(0)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
