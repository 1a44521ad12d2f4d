import { z } from 'zod'
import { takeLock } from '#scripts/lock.ts'

/* A starter of tests/support/lock-races.ts: takes the lock that it is told of, holds it, and says so. */

const messageSchema = z.object({ file: z.string() })

process.on('message', (raw) => {
  const { file } = messageSchema.parse(raw)
  takeLock(file, 0).then(
    () => process.send?.({ isHolder: true }),
    (error: unknown) => process.send?.({ isHolder: false, why: String(error) }),
  )
})
process.send?.({ isReady: true })
