import { envelopeSchema } from '#lib/contract/envelope.ts'
import type { TestBackend } from './backend.ts'

/** `internalSecret` of a backend in tests of the operator API. */
export const OPERATOR_SECRET = 'a-secret-of-the-tests'

/** Calls the operator API: POST with a body, otherwise GET. */
export async function operator(
  backend: Pick<TestBackend, 'app'>,
  path: string,
  body?: Record<string, unknown>,
  secret = OPERATOR_SECRET,
) {
  const response = await backend.app.request(`/operator/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-internal-secret': secret },
    ...(body && { body: JSON.stringify(body) }),
  })
  return envelopeSchema.parse(await response.json())
}
