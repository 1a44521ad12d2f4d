import { z } from 'zod'
import { KINDS, type Kind } from '#lib/contract/kind.ts'
import { createInput, dataOf, FILE_KINDS, register, send } from '#tests/contract/creator.ts'
import type { CheckedBackend } from '#tests/contract/target.ts'
import { startReferenceBackend } from './reference-backend-process.ts'
import { SESSION_SECRET } from './session-secret.ts'
import { startWebApp } from './web-app.ts'

/** Number of projects by kind: several pages of icon packs, one page of each other kind. */
const countOf = (kind: Kind) => (kind === 'icon' ? 60 : 3)
const CATEGORIES = ['nature', 'weather', 'media']

/**
 * A site in front of the reference backend, with a catalogue to browse.
 * @param mailDir folder to which the backend writes its messages.
 */
export async function startReferenceSite(mailDir: string, variables: Record<string, string> = {}) {
  const backend = await startReferenceBackend(mailDir)
  await publishCatalogue({ url: backend.url, mailDir, isReadOnly: false })
  const app = await startWebApp(backend.url, { SESSION_SECRET, ...variables })
  return {
    url: app.url,
    stop: async () => {
      await app.stop()
      await backend.stop()
    },
  }
}

async function publishCatalogue(target: CheckedBackend) {
  const { token } = await register(target)
  const inputs = new Map<Kind, Record<string, unknown>>()
  for (const kind of FILE_KINDS) inputs.set(kind, await createInput(target, token, kind))
  const { file_id: _, ...rest } = { file_id: '', ...inputs.get('icon') }
  const repository = { category: 'audio', repository_url: 'https://github.com/ada/engine' }
  inputs.set('plugin', { ...rest, ...repository })
  for (const kind of KINDS) {
    for (let at = 1; at <= countOf(kind); at++) {
      const category = kind === 'icon' ? { category: CATEGORIES[at % CATEGORIES.length] } : {}
      const title = `${kind} ${at}`
      const versions = { minimum_version: `1.${at % 3}.0` }
      const body = { ...inputs.get(kind), title, ...category, ...versions }
      dataOf(await send(target, `/${kind}`, { token, body }), z.object({ id: z.string() }))
    }
  }
}
