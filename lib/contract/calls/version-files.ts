import type { Call } from '#lib/contract/call.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import { versionParamsSchema } from '#lib/contract/publish.ts'
import { fileQuerySchema } from '#lib/contract/version/version-file.ts'

/** Seconds for which a redirect to a file may be kept: a purge of the project's tag ends that. */
const REDIRECT_S = 60
const FILE_OF_VERSION = {
  query: fileQuerySchema,
  mediaType: 'application/octet-stream',
  errors: ['not_found', 'discarded', 'system_needed'],
  access: 'public',
  limit: 'pictures',
  redirects: true,
  cache: { scopes: ['kind', 'project'], seconds: REDIRECT_S },
} as const

/** Addresses that lead to files, and stay the same with each version. */
export const VERSION_FILE_CALLS = {
  latestFile: {
    method: 'get',
    path: '/{kind}/{id}/latest',
    summary:
      'Leads to the file of the newest stable version that is offered; of a plugin with packages, to the one for `system`',
    params: projectParamsSchema,
    ...FILE_OF_VERSION,
  },
  versionFile: {
    method: 'get',
    path: '/{kind}/{id}/versions/{version}/file',
    summary:
      'Leads to the file of a version, also of a yanked one; of a plugin with packages, to the one for `system`',
    params: versionParamsSchema,
    ...FILE_OF_VERSION,
  },
} as const satisfies Record<string, Call>
