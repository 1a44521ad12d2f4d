import { z } from 'zod'
import {
  accessTokensSchema,
  createdTokenSchema,
  createTokenRequestSchema,
  revokeTokenQuerySchema,
} from '#lib/contract/access-token.ts'
import type { Call } from '#lib/contract/call.ts'
import { projectLogParamsSchema, projectLogSchema } from '#lib/contract/project-log.ts'

/** Access tokens of an account, and what was done with them. */
export const TOKEN_CALLS = {
  accessTokens: {
    method: 'get',
    path: '/account/tokens',
    summary: 'Access tokens of the account',
    data: accessTokensSchema,
    optional: true,
    errors: [],
    access: 'account',
    limit: 'calls',
  },
  createToken: {
    method: 'post',
    path: '/account/tokens',
    summary: 'Create an access token',
    body: createTokenRequestSchema,
    strict: true,
    data: createdTokenSchema,
    optional: true,
    errors: ['not_found', 'too_many_tokens'],
    access: 'account',
    limit: 'calls',
    quota: 'writesByAccount',
  },
  revokeToken: {
    method: 'delete',
    path: '/account/tokens',
    summary: 'Revoke an access token',
    query: revokeTokenQuerySchema,
    data: z.null(),
    optional: true,
    errors: ['not_found'],
    access: 'account',
    limit: 'calls',
  },
  projectLog: {
    method: 'get',
    path: '/{kind}/{id}/log',
    summary: 'What was done to an own project, by whom and with which token',
    params: projectLogParamsSchema,
    data: projectLogSchema,
    optional: true,
    errors: ['not_found'],
    access: 'account',
    scope: 'read',
    concerns: 'params',
    limit: 'calls',
  },
} as const satisfies Record<string, Call>
