import { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import {
  answerOperatorRequestSchema,
  hiddenFileParamsSchema,
  hiddenProjectSchema,
} from '#lib/contract/hidden.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'

/** What the author of a hidden project can do with it, besides deleting it. */
export const HIDDEN_CALLS = {
  hiddenProject: {
    method: 'get',
    path: '/account/hidden/{kind}/{id}',
    summary:
      'A hidden or held project of the account, with its files and the answers to the operator',
    params: projectParamsSchema,
    data: hiddenProjectSchema,
    errors: ['not_found'],
    access: 'account',
  },
  hiddenFile: {
    method: 'get',
    path: '/account/hidden/{kind}/{id}/files/{file}',
    summary: 'A file of a hidden or held project of the account',
    params: hiddenFileParamsSchema,
    mediaType: 'application/octet-stream',
    errors: ['not_found'],
    access: 'account',
    limit: 'pictures',
  },
  answerOperator: {
    method: 'post',
    path: '/account/hidden/{kind}/{id}/answers',
    summary: 'Answer the operator about a hidden or held project',
    params: projectParamsSchema,
    body: answerOperatorRequestSchema,
    data: z.null(),
    errors: ['not_found'],
    access: 'account',
    quota: 'answersByAccount',
  },
} as const satisfies Record<string, Call>
