import type { Call } from '#lib/contract/call.ts'
import {
  updateParamsSchema,
  updateQuerySchema,
  updateSchema,
  updatesRequestSchema,
  updatesSchema,
} from '#lib/contract/update/update.ts'

/** What is newer than what is installed. */
export const UPDATE_CALLS = {
  newerVersions: {
    method: 'post',
    path: '/updates',
    summary: 'What is newer than up to 500 installed versions or files',
    body: updatesRequestSchema,
    data: updatesSchema,
    access: 'public',
    limit: 'searches',
    // A question: it changes nothing, and programs of any origin may ask it.
    provesItself: true,
  },
  newerVersion: {
    method: 'get',
    path: '/{kind}/{id}/update',
    summary: 'What is newer than a version of a project',
    params: updateParamsSchema,
    query: updateQuerySchema,
    data: updateSchema,
    errors: ['not_found'],
    access: 'public',
    cache: { scopes: ['kind', 'project'], seconds: 60 },
  },
} as const satisfies Record<string, Call>
