// @module-tag long
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '#backend/app.ts'
import { createMailCheck } from '#backend/mail/check.ts'
import { observeBackend } from '#backend/observe.ts'
import { createDiskCheck } from '#backend/storage/check.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { envelopeOf } from '#lib/contract/envelope.ts'
import { readinessSchema } from '#lib/contract/health.ts'
import { createFailureLog } from '#lib/log/failures.ts'
import { renderMetrics } from '#lib/telemetry/prometheus.ts'
import { quietParts, startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { diskError } from '#tests/support/failing-storage.ts'
import { startSmtpStub } from '#tests/support/smtp-stub.ts'

/* Mail and disk, after they have failed and work again, without a message or an upload. */

let backend: TestBackend
let folder: string
beforeEach(async () => {
  backend = await startTestBackend()
  folder = await mkdtemp(path.join(os.tmpdir(), 'recovery-'))
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await backend.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Longer than every check is used again. */
const later = () => vi.advanceTimersByTime(10_000)

/** An app whose disk and mail are these, with what it reports of both. */
function watched({ storage = backend.storage, smtpUrl }: { storage?: Storage; smtpUrl?: string }) {
  const failures = createFailureLog(pino({ level: 'silent' }))
  const quiet = { ...quietParts(backend.db, storage), failures }
  const parts = {
    ...quiet,
    checkDisk: createDiskCheck(quiet),
    checkMail: createMailCheck({
      server: smtpUrl === undefined ? undefined : { smtpUrl },
      folder: path.join(folder, 'mail'),
      failures,
    }),
  }
  observeBackend(parts)
  const app = createApp(parts)
  return {
    failures,
    async states() {
      const response = await app.request('/readyz')
      return envelopeOf(readinessSchema).parse(await response.json()).data
    },
    /** The value of the gauge of a subsystem. */
    async gauge(subsystem: string) {
      const series = `keystrip_subsystem_failing{subsystem="${subsystem}"} `
      return (await renderMetrics())
        .split('\n')
        .find((line) => line.startsWith(series))
        ?.at(-1)
    },
  }
}

describe('after a failure, without another use', () => {
  it('the disk is “ok” again once it can be written to, and its metric 0', async () => {
    let isBroken = true
    let writes = 0
    const storage: Storage = {
      ...backend.storage,
      async write(key, bytes) {
        writes += 1
        if (isBroken) throw diskError()
        await backend.storage.write(key, bytes)
      },
    }
    const { failures, states, gauge } = watched({ storage })
    // As an upload reports it.
    failures.failed('disk', diskError())
    expect((await states())?.disk).toBe('failing')
    expect(await gauge('disk')).toBe('1')
    expect(writes).toBe(1)
    isBroken = false
    // Within some seconds the answer is used again.
    expect((await states())?.disk).toBe('failing')
    expect(writes).toBe(1)
    later()
    expect((await states())?.disk).toBe('ok')
    later()
    expect(await gauge('disk')).toBe('0')
    expect(failures.failing()).toEqual([])
    // The object of the check is removed.
    const keys = await Array.fromAsync(backend.storage.keys())
    expect(keys.flat()).toEqual([])
  })

  it('mail to a folder is “ok” again once it can be written to, and its metric 0', async () => {
    const { failures, states, gauge } = watched({})
    await writeFile(path.join(folder, 'mail'), '')
    failures.failed('mail', diskError())
    expect((await states())?.mail).toBe('failing')
    expect(await gauge('mail')).toBe('1')
    await rm(path.join(folder, 'mail'))
    later()
    expect((await states())?.mail).toBe('ok')
    later()
    expect(await gauge('mail')).toBe('0')
  })

  it('mail to a server is “ok” in the first answer after it works, and its metric 0', async () => {
    const server = await startSmtpStub()
    try {
      const { states, gauge } = watched({ smtpUrl: server.url })
      server.set('refuses')
      expect((await states())?.mail).toBe('failing')
      expect(await gauge('mail')).toBe('1')
      const asked = server.connections()
      expect((await states())?.mail).toBe('failing')
      expect(server.connections()).toBe(asked)
      server.set('works')
      later()
      expect((await states())?.mail).toBe('ok')
      later()
      expect(await gauge('mail')).toBe('0')
    } finally {
      await server.stop()
    }
  })
})

it('a mail server that does not answer delays readiness by no more than a second', async () => {
  const server = await startSmtpStub()
  try {
    server.set('hangs')
    const { states } = watched({ smtpUrl: server.url })
    // Not the five seconds after which the check itself gives up.
    expect((await states())?.mail).toBe('unknown')
    expect(server.connections()).toBe(1)
  } finally {
    await server.stop()
  }
})
