import { z } from 'zod'
import { mailTestSchema, setupSchema } from '#lib/contract/admin/setup.ts'
import { jobIdSchema, systemSchema } from '#lib/contract/admin/system.ts'
import type { Call } from '#lib/contract/call.ts'

/** The setup of a new site, and its machinery: jobs, storage, backups. */
export const SYSTEM_CALLS = {
  setup: {
    method: 'get',
    path: '/admin/setup',
    summary: 'What the setup of the site has to do',
    data: setupSchema,
    access: 'administrator',
  },
  endSetup: {
    method: 'post',
    path: '/admin/setup/end',
    summary: 'Finish the setup, or dismiss it',
    data: z.null(),
    access: 'administrator',
  },
  removeDemo: {
    method: 'post',
    path: '/admin/setup/demo',
    summary: 'Let a job delete the demo projects, and nothing else',
    data: z.null(),
    access: 'administrator',
  },
  testMail: {
    method: 'post',
    path: '/admin/setup/mail',
    summary: 'Send a message to the own address, with the answer of the mail server',
    data: mailTestSchema,
    errors: ['no_email'],
    access: 'administrator',
    quota: 'mailTestsByAccount',
  },
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
