import type { z } from 'zod'
import { CODE_OK, envelopeSchema } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { githubCheckSchema } from '#lib/contract/publish.ts'

export type Checked =
  | { ok: true; facts: z.infer<typeof githubCheckSchema> }
  | { ok: false; code: number; reason: string | null; message: string }

/** Asks what a plugin's repository says. */
export async function checkRepository(owner: string, repository_url: string): Promise<Checked> {
  const query = new URLSearchParams({ owner, repository_url })
  try {
    const response = await fetch(`${API_BASE}/plugin/github/check?${query}`)
    const { code, data, message, reason = null } = envelopeSchema.parse(await response.json())
    if (code !== CODE_OK) return { ok: false, code, reason, message }
    return { ok: true, facts: githubCheckSchema.parse(data) }
  } catch {
    return { ok: false, code: 0, reason: null, message: '' }
  }
}
