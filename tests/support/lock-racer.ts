import { z } from 'zod'
import { takeLock } from '#scripts/stack/lock.ts'

/* A process of tests/support/lock-races.ts: tries to take the requested lock and reports the result. */

const messageSchema = z.object({ file: z.string() })

process.on('message', (raw) => {
  const { file } = messageSchema.parse(raw)
  takeLock(file, 0).then(
    () => process.send?.({ isHolder: true }),
    (error: unknown) => process.send?.({ isHolder: false, why: String(error) }),
  )
})
process.send?.({ isReady: true })
