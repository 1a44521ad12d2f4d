import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Project } from '#lib/contract/project.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { startReferenceBackend } from '#tests/support/reference-backend-process.ts'
import { FILE_KINDS, publish, register, remove } from './creator.ts'
import { canRegister, type CheckedBackend } from './target.ts'

declare module 'vitest' {
  interface ProvidedContext {
    target: CheckedBackend
    /** Token of the account whose projects the suite reads; empty where it cannot register. */
    token: string
  }
}

/** Enough for two pages of five. */
const PROJECTS_PER_KIND = 6

/**
 * Starts the backend of the vitest project (`embedded` or `reference`), or takes the one that
 * `CONTRACT_URL` names, and publishes projects to read. They are deleted afterwards.
 */
export default async function setUp(project: TestProject) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'contract-'))
  const { target, stop } = await startTarget(project.name, dataDir)
  project.provide('target', target)
  const token = canRegister(target) ? (await register(target)).token : ''
  project.provide('token', token)
  const published: Project[] = []
  for (const kind of token === '' ? [] : FILE_KINDS) {
    for (let at = 0; at < PROJECTS_PER_KIND; at++)
      published.push(await publish(target, token, kind))
  }
  return async () => {
    for (const { kind, id } of published) await remove(target, token, kind, id)
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startTarget(name: string, dataDir: string) {
  const { CONTRACT_URL, CONTRACT_READ_ONLY, CONTRACT_MAIL_DIR, CONTRACT_CODE_COMMAND } = process.env
  const mailDir = path.join(dataDir, 'mail')
  if (name === 'embedded') return startEmbedded(dataDir, mailDir)
  if (name === 'reference') {
    const { url, stop } = await startReferenceBackend(mailDir)
    return { target: { url, mailDir, isReadOnly: false }, stop }
  }
  const target: CheckedBackend = {
    url: CONTRACT_URL ?? '',
    isReadOnly: CONTRACT_READ_ONLY === '1',
    mailDir: CONTRACT_MAIL_DIR || undefined,
    codeCommand: CONTRACT_CODE_COMMAND || undefined,
  }
  return { target, stop: async () => undefined }
}

async function startEmbedded(dataDir: string, mailDir: string) {
  const { backend, stop } = await startLoopback({
    dataDir,
    isHeadless: true,
    variables: { DEMO: '0', RATE_FACTOR: '20' },
  })
  return { target: { url: backend, mailDir, isReadOnly: false }, stop }
}
