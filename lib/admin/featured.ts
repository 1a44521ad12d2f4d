import 'server-only'
import { readProject } from '#lib/catalogue/server.ts'
import { type Featured, featuredListSchema, featuredState } from '#lib/contract/admin/featured.ts'
import type { Project } from '#lib/contract/project.ts'

/** A featured project, null if visitors do not see it, and what they see of it now. */
export type ShownFeatured = Featured & {
  project: Project | null
  state: ReturnType<typeof featuredState> | 'hidden'
}

/** The featured projects of a stored text. @throws ApiError */
export async function readFeatured(text: string, now: Date): Promise<ShownFeatured[]> {
  const featured = featuredListSchema.safeParse(text).data ?? []
  return Promise.all(
    featured.map(async (one) => {
      const project = await readProject(one.kind, one.id)
      return { ...one, project, state: project === null ? 'hidden' : featuredState(one, now) }
    }),
  )
}
