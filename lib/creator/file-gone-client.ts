import { envelopeSchema } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Kept } from './form.ts'

/**
 * Those of the files that the server does not have (any more): what no project takes is kept for a
 * day. A backend that cannot say is believed to have them; publishing tells.
 */
export async function findGone(files: Kept[]): Promise<Kept[]> {
  const answers = await Promise.all(files.map(({ id }) => isGone(id)))
  return files.filter((_, at) => answers[at])
}

async function isGone(id: string): Promise<boolean> {
  try {
    const address = `${API_BASE}/file/${encodeURIComponent(id)}/state`
    const response = await fetch(address, { cache: 'no-store' })
    return envelopeSchema.parse(await response.json()).reason === 'file_missing'
  } catch {
    return false
  }
}
