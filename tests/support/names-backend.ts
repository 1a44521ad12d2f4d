import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { namesListSchema } from '#lib/contract/operator.ts'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { clientOf, registered } from './accounts.ts'
import { startTestBackend, type TestBackend } from './backend.ts'
import { operator, OPERATOR_SECRET } from './operator.ts'
import { untilIdle } from './verified.ts'

type Site = { backend: TestBackend; ada: string; eve: string }

/** A backend with the accounts of Ada and Eve, anew for each test of a file; `set` gets it and their tokens. */
export function useNames(set: (site: Site) => void) {
  let backend: TestBackend
  beforeAll(async () => {
    backend = await startTestBackend({ internalSecret: OPERATOR_SECRET })
  })
  afterAll(() => backend.stop())
  afterEach(() => untilIdle(backend))
  beforeEach(async () => {
    await backend.empty()
    const ada = await registered(backend)
    const eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    set({ backend, ada, eve })
  })
  const ask = (path: string, token = '', method = 'GET', body?: unknown) =>
    clientOf(backend).ask(path, { method, token, ...(body !== undefined && { body }) })
  return {
    ask,
    changeAuthor: (token: string, display_name: string | null) =>
      ask('/account/author', token, 'PUT', { about: '', links: [], display_name }),
    shown: async ({ id }: Project) => projectSchema.parse((await ask(`/icon/${id}`)).data),
    listed: async () => namesListSchema.parse((await operator(backend, 'names')).data),
  }
}
