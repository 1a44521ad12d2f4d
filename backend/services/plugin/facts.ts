import type { Project } from '#lib/contract/project.ts'
import { githubCheckQuerySchema } from '#lib/contract/publish.ts'
import { BadRequest } from '#backend/http/errors.ts'
import { checkPlugin } from './check.ts'
import type { GitHub } from './github.ts'

/** What a plugin is by its repository; it takes the place of what a form says. */
export type PluginFacts = Pick<
  Project,
  'title' | 'description' | 'version' | 'operating_systems' | 'release' | 'license'
> & { owner: string; repository_url: string; minimum_version?: string }

/**
 * Asks the repository of a plugin for its facts.
 * @throws BadRequest without one; as `checkPlugin`.
 */
export async function pluginFacts(
  github: GitHub,
  named: { owner?: string | null | undefined; repository_url?: string | null | undefined },
): Promise<PluginFacts> {
  const query = githubCheckQuerySchema.safeParse(named)
  if (!query.success) throw new BadRequest('owner, repository_url: a plugin has a repository')
  const found = await checkPlugin(github, query.data)
  return {
    title: found.title,
    description: found.description,
    version: found.version,
    operating_systems: found.operating_systems,
    release: found.release,
    license: found.license,
    owner: query.data.owner,
    repository_url: found.repository_url,
    ...(found.minimum_version !== null && { minimum_version: found.minimum_version }),
  }
}
