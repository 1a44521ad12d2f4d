import { CODE_OK, type Details, envelopeSchema } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { type GithubCheck, githubCheckSchema } from '#lib/contract/publish.ts'

export type Checked =
  | { ok: true; facts: GithubCheck }
  | { ok: false; code: number; reason: string | null; message: string; details: Details }

/** Asks what a plugin's repository says. */
export async function checkRepository(owner: string, repository_url: string): Promise<Checked> {
  const query = new URLSearchParams({ owner, repository_url })
  try {
    const response = await fetch(`${API_BASE}/plugin/github/check?${query}`)
    const answered = envelopeSchema.parse(await response.json())
    const { code, data, message, reason = null, details = {} } = answered
    if (code !== CODE_OK) return { ok: false, code, reason, message, details }
    return { ok: true, facts: githubCheckSchema.parse(data) }
  } catch {
    return { ok: false, code: 0, reason: null, message: '', details: {} }
  }
}
