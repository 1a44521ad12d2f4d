import { z } from 'zod'
import { mailTestSchema, setupSchema } from '#lib/contract/admin/setup.ts'
import type { Call } from '#lib/contract/call.ts'

/** The setup of a new site. */
export const SETUP_CALLS = {
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
} as const satisfies Record<string, Call>
