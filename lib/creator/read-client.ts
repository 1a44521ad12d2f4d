import type { Kind } from '#lib/contract/kind.ts'
import { call } from './call-client.ts'
import type { Base } from './draft-client.ts'
import { toValues } from './values.ts'

/** The current state of a project, as the form holds it; `null` if it cannot be read. */
export async function readLatest(kind: Kind, id: string): Promise<Base | null> {
  const result = await call('project', { kind, id })
  if (!result.ok) return null
  return { revision: result.data.revision, values: toValues(result.data) }
}
