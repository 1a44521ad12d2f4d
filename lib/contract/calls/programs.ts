import { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import type { ErrorCode } from '#lib/contract/error-code.ts'
import {
  addPublisherRequestSchema,
  changePublisherRequestSchema,
  exchangeRequestSchema,
  exchangeSchema,
  publisherSchema,
  publishersQuerySchema,
  publishersSchema,
  removePublisherQuerySchema,
} from '#lib/contract/publisher.ts'
import { REPOSITORY_ERRORS } from '#lib/contract/repository.ts'
import {
  accessTokensSchema,
  createdTokenSchema,
  createTokenRequestSchema,
  revokeTokenQuerySchema,
} from '#lib/contract/access-token.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import { projectLogSchema } from '#lib/contract/project-log.ts'
import { READS_PROJECT } from './access.ts'

/** Why an identity token gets no access token. */
export const IDENTITY_ERRORS = [
  'oidc_malformed',
  'oidc_algorithm',
  'oidc_issuer',
  'oidc_unreachable',
  'oidc_key',
  'oidc_signature',
  'oidc_audience',
  'oidc_expired',
  'oidc_early',
  'oidc_lifetime',
  'oidc_event',
  'oidc_no_publisher',
  'oidc_owner_changed',
  'oidc_workflow',
  'oidc_environment',
  'oidc_ambiguous',
  'oidc_replayed',
  'oidc_tokens',
] as const satisfies readonly ErrorCode[]

/** Trusted publishers, and the exchange of their identity tokens. */
export const PUBLISHER_CALLS = {
  exchangeToken: {
    method: 'post',
    path: '/oidc/exchange',
    summary: 'Exchange an identity token of a trusted publisher for an access token of 30 minutes',
    body: exchangeRequestSchema,
    data: exchangeSchema,
    errors: IDENTITY_ERRORS,
    access: 'public',
    provesItself: true,
    limit: 'exchanges',
    quota: 'exchangesByAddress',
  },
  publishers: {
    method: 'get',
    path: '/account/publishers',
    summary: 'Trusted publishers of an own project, or those that are pending',
    query: publishersQuerySchema,
    data: publishersSchema,
    errors: ['not_found'],
    access: 'account',
  },
  addPublisher: {
    method: 'post',
    path: '/account/publishers',
    summary: 'Trust a workflow of a repository to publish a project',
    body: addPublisherRequestSchema,
    data: publisherSchema,
    errors: [
      'not_found',
      'oidc_issuer',
      'publisher_exists',
      'too_many_publishers',
      ...REPOSITORY_ERRORS,
    ],
    access: 'account',
    quota: 'checksByAccount',
  },
  changePublisher: {
    method: 'put',
    path: '/account/publishers',
    summary: 'Change what may start the runs of a trusted publisher',
    body: changePublisherRequestSchema,
    data: publisherSchema,
    fixed: publisherSchema,
    errors: ['not_found'],
    access: 'account',
  },
  removePublisher: {
    method: 'delete',
    path: '/account/publishers',
    summary: 'No longer trust a publisher; its tokens end at once',
    query: removePublisherQuerySchema,
    data: z.null(),
    errors: ['not_found'],
    access: 'account',
  },
} as const satisfies Record<string, Call>

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
    ...READS_PROJECT,
  },
} as const satisfies Record<string, Call>
