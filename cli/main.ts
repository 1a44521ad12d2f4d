import { processIo } from './io.ts'
import { run } from './run.ts'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort())
}
// A closed pipe (`keystrip … | head`) is no failure of the command.
process.stdout.on('error', () => undefined)

process.exitCode = await run(process.argv.slice(2), processIo(interrupted.signal))
