import { z } from 'zod'
import { jobIdSchema, systemSchema } from '#lib/contract/admin/system.ts'
import type { Call } from '#lib/contract/call.ts'

/** The machinery of the site: jobs, storage, backups. */
export const SYSTEM_CALLS = {
  system: {
    method: 'get',
    path: '/admin/system',
    summary: 'Jobs, stored files, backups, and what the doctor has found',
    data: systemSchema,
    access: 'administrator',
  },
  retryJob: {
    method: 'post',
    path: '/admin/jobs/retry',
    summary: 'Let a job that failed begin again at once',
    body: jobIdSchema,
    data: z.null(),
    errors: ['not_found'],
    access: 'administrator',
  },
  discardJob: {
    method: 'delete',
    path: '/admin/jobs',
    summary: 'Forget a job that failed at its last attempt',
    query: jobIdSchema,
    data: z.null(),
    errors: ['not_found'],
    access: 'administrator',
  },
  runBackup: {
    method: 'post',
    path: '/admin/backups',
    summary: 'Let the job of backups make one now',
    data: z.null(),
    errors: ['not_found'],
    access: 'administrator',
  },
} as const satisfies Record<string, Call>
