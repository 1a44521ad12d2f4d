import type { Call } from '#lib/contract/call.ts'
import {
  comparisonSchema,
  compareParamsSchema,
  compareQuerySchema,
} from '#lib/contract/compare/comparison.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import {
  updateParamsSchema,
  updateQuerySchema,
  updateSchema,
  updatesRequestSchema,
  updatesSchema,
} from '#lib/contract/update/update.ts'
import { nextVersionQuerySchema, nextVersionSchema } from '#lib/contract/version/next-version.ts'
import { SHOWS_PROJECT } from './access.ts'

/** What is newer than what is installed, what changed between versions, and what an uploaded file changes. */
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
    access: 'public',
    cache: { scopes: ['kind', 'project'], seconds: 60 },
  },
  compare: {
    method: 'get',
    path: '/{kind}/{id}/compare/{before}/{after}',
    summary: 'What changed between two versions of a project',
    params: compareParamsSchema,
    query: compareQuerySchema,
    data: comparisonSchema,
    ...SHOWS_PROJECT,
  },
  nextVersion: {
    method: 'get',
    path: '/{kind}/{id}/next-version',
    summary: 'A version number for an uploaded file of an own project, and what the file removes',
    params: projectParamsSchema,
    query: nextVersionQuerySchema,
    data: nextVersionSchema,
    errors: ['not_found', 'file_missing'],
    access: 'account',
    scope: 'publish',
    concerns: 'params',
  },
} as const satisfies Record<string, Call>
