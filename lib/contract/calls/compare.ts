import type { Call } from '#lib/contract/call.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import { nextVersionQuerySchema, nextVersionSchema } from '#lib/contract/version/next-version.ts'
import {
  comparisonSchema,
  compareParamsSchema,
  compareQuerySchema,
} from '#lib/contract/compare/comparison.ts'

/** What changed between versions, and what an uploaded file changes. */
export const COMPARE_CALLS = {
  compare: {
    method: 'get',
    path: '/{kind}/{id}/compare/{before}/{after}',
    summary: 'What changed between two versions of a project',
    params: compareParamsSchema,
    query: compareQuerySchema,
    data: comparisonSchema,
    errors: ['not_found'],
    access: 'public',
    cache: { scopes: ['kind', 'project'] },
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
