import { z } from 'zod'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import type { Project } from '#lib/contract/project.ts'
import { heldListSchema, hiddenListSchema } from '#lib/contract/operator.ts'
import type { TestBackend } from './backend.ts'
import { buildIconPack } from './containers.ts'
import { operator } from './operator.ts'
import { untilReady, upload } from './publishing.ts'

/** An icon pack that no other test publishes: its icons are these. @returns its id and hash. */
export async function uploadPack(backend: TestBackend, token: string, ...icons: string[]) {
  const { bytes } = await buildIconPack(...icons)
  const { data } = await upload(backend, token, { bytes })
  const { id, sha256, state } = uploadedFileSchema.parse(data)
  if (state === 'working') await untilReady(backend, token, id)
  return { file_id: id, sha256 }
}

/** What the operator does and lists. */
export function operatorOf(backend: Pick<TestBackend, 'app'>) {
  const listOf = async <T extends z.ZodType>(path: string, schema: T) =>
    schema.parse((await operator(backend, path)).data)
  return {
    act: (
      action: string,
      { kind, id }: Pick<Project, 'kind' | 'id'>,
      said: Record<string, unknown> = {},
    ) =>
      operator(backend, 'projects', {
        action,
        kind,
        id,
        reason: 'Drawn by another person',
        by: 'grace',
        ...said,
      }),
    hidden: async () => (await listOf('hidden', hiddenListSchema)).items,
    held: async () => (await listOf('held', heldListSchema)).items,
  }
}
