import {
  type AddPublisherRequest,
  type Publisher,
  publisherSchema,
} from '#lib/contract/publisher.ts'
import { DEFAULT_ISSUERS } from '#backend/services/publisher/issuers.ts'
import { clientOf } from './accounts.ts'
import type { TestBackend } from './backend.ts'

/** The workflow that `githubClaims` are of, with its ids, so that GitHub is not asked. */
export const publisherInput = (
  overrides: Partial<AddPublisherRequest> = {},
): AddPublisherRequest => ({
  issuer: DEFAULT_ISSUERS[0]?.url ?? '',
  repository: 'ada/orchard',
  repository_id: '1001',
  owner_id: '77',
  workflow: 'release.yml',
  ...overrides,
})

/** Adds a trusted publisher with a session. */
export async function addedPublisher(
  backend: TestBackend,
  session: string,
  overrides: Partial<AddPublisherRequest>,
): Promise<Publisher> {
  const body = publisherInput(overrides)
  const { data } = await clientOf(backend).post('/account/publishers', body, session)
  return publisherSchema.parse(data)
}
