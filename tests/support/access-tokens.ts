import { type CreatedToken, createdTokenSchema } from '#lib/contract/access-token.ts'
import { clientOf } from './accounts.ts'
import type { TestBackend } from './backend.ts'

/** Creates an access token with the session of `token`; by default one that may publish all projects for a week. */
export async function createdToken(
  backend: TestBackend,
  token: string,
  overrides: Record<string, unknown> = {},
): Promise<CreatedToken> {
  const body = { name: 'build server', scopes: ['publish'], days: 7, ...overrides }
  const { data } = await clientOf(backend).post('/account/tokens', body, token)
  return createdTokenSchema.parse(data)
}
