import { CODE_OK, envelopeSchema } from '#lib/contract/envelope.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { projectSchema } from '#lib/contract/project.ts'
import type { Base } from './draft-client.ts'
import { valuesOf } from './form.ts'

/** A project as it is now, as the form has it; `null` where nobody can say. */
export async function readLatest(kind: Kind, id: string): Promise<Base | null> {
  try {
    const address = `${API_BASE}/${kind}/${encodeURIComponent(id)}`
    const response = await fetch(address, { cache: 'no-store' })
    const { code, data } = envelopeSchema.parse(await response.json())
    if (code !== CODE_OK) return null
    const project = projectSchema.parse(data)
    return { revision: project.revision, values: valuesOf(project) }
  } catch {
    return null
  }
}
