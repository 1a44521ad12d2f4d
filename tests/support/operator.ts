import { envelopeSchema } from '#lib/contract/envelope.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { TestBackend } from './backend.ts'

/** `internalSecret` of a backend in tests of the operator API. */
export const OPERATOR_SECRET = 'a-secret-of-the-tests'

/** The operator by a command. */
export const GRACE: RoleHolder = {
  uid: null,
  name: 'grace',
  role: 'administrator',
  needs: 'administrator',
}

/** Calls the operator API: POST with a body, otherwise GET. */
export async function operator(
  backend: Pick<TestBackend, 'app'>,
  path: string,
  body?: Record<string, unknown>,
  secret = OPERATOR_SECRET,
  method = body ? 'POST' : 'GET',
) {
  const response = await backend.app.request(`/operator/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-internal-secret': secret,
      'x-operator': 'grace',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return envelopeSchema.parse(await response.json())
}
