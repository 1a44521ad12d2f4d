import type { ClientBase } from 'pg'
import { z } from 'zod'

export type SessionKind = 'embedded' | 'pooled' | 'direct'

const kindSchema = z.object({ pid: z.number(), version: z.string() })

/**
 * `embedded`: there is one session. `pooled`: statements go to another session than the one that was opened, and each transaction to
 * another one; a pooler gives out process ids of its own. `direct`: the session of a server.
 */
export async function kindOf(client: ClientBase): Promise<SessionKind> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid, version() AS version')
  const { pid, version } = kindSchema.parse(rows[0])
  if (version.includes('PGlite')) return 'embedded'
  return Reflect.get(client, 'processID') === pid ? 'direct' : 'pooled'
}
