import type { z } from 'zod'
import type { Kind } from '#lib/contract/kind.ts'
import type { RepositoryField } from '#lib/contract/project-fields.ts'
import type { Project } from '#lib/contract/project.ts'
import type { createRequestSchema, updateRequestSchema } from '#lib/contract/publish.ts'
import type { PackageBasis, projects } from '#backend/db/tables.ts'
import { InvalidInputError } from '#backend/errors.ts'
import type { Actor } from '#backend/services/project-log/log.ts'
import type { Overrides } from '#backend/services/setting/settings.ts'
import { type NewColumns, projectColumns } from './columns.ts'
import { checkCategory } from './filters.ts'

/** What the repository of a plugin adds to the creator's input. */
export type RepositoryFacts = Partial<Pick<Project, RepositoryField>> &
  Partial<
    Pick<
      typeof projects.$inferInsert,
      | 'repositoryId'
      | 'claimedRepositoryId'
      | 'repositoryOwnerId'
      | 'manifestId'
      | 'ownerProof'
      | 'repositoryStatus'
    >
  > & {
    /** Why the packages of the request are accepted; without it they are refused. */
    packageBasis?: PackageBasis | undefined
  }
export type CreateInput = z.infer<typeof createRequestSchema> & RepositoryFacts
export type UpdateInput = z.infer<typeof updateRequestSchema> & RepositoryFacts

/** The account that publishes, and when. */
export type ProjectAuthor = Actor & { kind: Kind }
/** The same for a new project. `overrides`: settings of the site that variables of the environment set. */
export type NewProjectAuthor = ProjectAuthor & { overrides: Overrides }

/** @throws InvalidInputError for fields that a project of the kind cannot have. */
export function checkKind(kind: Kind, { category, ...input }: Partial<CreateInput>): void {
  if (category) checkCategory(kind, category)
  const isPlugin = kind === 'plugin'
  if (isPlugin && input.file_id) throw new InvalidInputError('file_id: not for plugins')
  if (!isPlugin && input.package_ids?.length) {
    throw new InvalidInputError('package_ids: for plugins only')
  }
  if (!isPlugin && (input.owner ?? input.repository_url)) {
    throw new InvalidInputError('repository_url: for plugins only')
  }
}

/** The columns of a request; tags are lower-cased and deduplicated. */
export function inputColumns(input: CreateInput): NewColumns
export function inputColumns(input: UpdateInput): Partial<NewColumns>
export function inputColumns({ tags, ...input }: Partial<CreateInput>): Partial<NewColumns> {
  const { repositoryId, repositoryOwnerId, manifestId, ownerProof, repositoryStatus } = input
  const { claimedRepositoryId } = input
  const columns = projectColumns({ ...input, tags: tags && normaliseTags(tags) })
  const repository = { repositoryId, claimedRepositoryId, repositoryOwnerId, repositoryStatus }
  return { ...columns, ...repository, manifestId, ownerProof }
}

/** Tags as they are stored: lower case, each once. */
export function normaliseTags(tags: string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim().toLowerCase()))]
}
