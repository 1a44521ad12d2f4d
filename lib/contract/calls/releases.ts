import { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import type { ErrorCode } from '#lib/contract/error-code.ts'
import {
  changeReleasesSchema,
  checkReleaseSchema,
  deliverySchema,
  noticeAnswerSchema,
  noticeSchema,
  releaseParamsSchema,
  releaseSecretSchema,
  releasesSchema,
} from '#lib/contract/release.ts'
import { READS_PROJECT } from './access.ts'

/** Why a notice is refused before anything is read. */
export const NOTICE_ERRORS = [
  'notice_unsigned',
  'notice_forged',
  'notice_foreign',
  'notice_expired',
  'notice_replayed',
] as const satisfies readonly ErrorCode[]

/** Releases of the repositories of plugins. */
export const RELEASE_CALLS = {
  receiveNotice: {
    method: 'post',
    path: '/plugins/webhook',
    summary: 'Tell the site of a release of a plugin’s repository, by a signed notice',
    body: noticeSchema,
    data: noticeAnswerSchema,
    errors: [...NOTICE_ERRORS, 'release_refused'],
    access: 'public',
    provesItself: true,
    limit: 'exchanges',
  },
  releases: {
    method: 'get',
    path: '/plugin/{id}/releases',
    summary: 'How an own plugin gets its releases, and what became of the last ones',
    params: releaseParamsSchema,
    data: releasesSchema,
    ...READS_PROJECT,
  },
  changeReleases: {
    method: 'put',
    path: '/plugin/{id}/releases',
    summary: 'Look for releases of an own plugin once a day, or no longer',
    params: releaseParamsSchema,
    body: changeReleasesSchema,
    data: z.null(),
    access: 'account',
  },
  newReleaseSecret: {
    method: 'post',
    path: '/plugin/{id}/releases/secret',
    summary: 'Make or renew the secret that signs notices of an own plugin',
    params: releaseParamsSchema,
    data: releaseSecretSchema,
    access: 'account',
    quota: 'checksByAccount',
  },
  checkRelease: {
    method: 'post',
    path: '/plugin/{id}/releases/check',
    summary: 'Look at the latest release of an own plugin now',
    params: releaseParamsSchema,
    body: checkReleaseSchema,
    data: deliverySchema,
    access: 'account',
    scope: 'publish',
    concerns: 'params',
    quota: 'checksByAccount',
  },
} as const satisfies Record<string, Call>
