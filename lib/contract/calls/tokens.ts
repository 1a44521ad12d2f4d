import { z } from 'zod'
import {
  accessTokensSchema,
  createdTokenSchema,
  createTokenRequestSchema,
  revokeTokenQuerySchema,
} from '#lib/contract/access-token.ts'
import type { Call } from '#lib/contract/call.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import { projectLogSchema } from '#lib/contract/project-log.ts'

/** Access tokens of an account, and what was done with them. */
export const TOKEN_CALLS = {
  accessTokens: {
    method: 'get',
    path: '/account/tokens',
    summary: 'Access tokens of the account',
    data: accessTokensSchema,
    access: 'account',
  },
  createToken: {
    method: 'post',
    path: '/account/tokens',
    summary: 'Create an access token',
    body: createTokenRequestSchema,
    strict: true,
    data: createdTokenSchema,
    errors: ['not_found', 'too_many_tokens'],
    access: 'account',
    quota: 'writesByAccount',
  },
  revokeToken: {
    method: 'delete',
    path: '/account/tokens',
    summary: 'Revoke an access token',
    query: revokeTokenQuerySchema,
    data: z.null(),
    errors: ['not_found'],
    access: 'account',
  },
  projectLog: {
    method: 'get',
    path: '/{kind}/{id}/log',
    summary: 'What was done to an own project, by whom and with which token',
    params: projectParamsSchema,
    data: projectLogSchema,
    errors: ['not_found'],
    access: 'account',
    scope: 'read',
    concerns: 'params',
  },
} as const satisfies Record<string, Call>
