import 'server-only'
import { z } from 'zod'
import type { BackendReply, Input, TokenCallName } from '#lib/api/call.ts'
import { ADMIN_OUTCOMES, type AdminOutcome } from '#lib/admin/outcome.ts'
import { errorOf } from '#lib/refusal.ts'
import { safePath } from '#lib/sign-in/safe-path.ts'
import {
  liftRequestSchema,
  suspendRequestSchema,
  usernameParamsSchema,
} from '#lib/contract/admin/account.ts'
import { bulkParamsSchema, startBulkRequestSchema } from '#lib/contract/admin/bulk.ts'
import { decideHeldRequestSchema } from '#lib/contract/admin/held.ts'
import {
  correctProjectRequestSchema,
  decideProjectRequestSchema,
} from '#lib/contract/admin/project.ts'
import {
  answerByCodeRequestSchema,
  answerReportRequestSchema,
  decideReportRequestSchema,
  reportNumberSchema,
  undoReportRequestSchema,
} from '#lib/contract/admin/report.ts'
import {
  acceptInvitationRequestSchema,
  changeRoleRequestSchema,
  revokeInvitationQuerySchema,
} from '#lib/contract/admin/role.ts'
import { jobIdSchema } from '#lib/contract/admin/system.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import { parseTags } from '#lib/contract/text.ts'
import { paths } from '#lib/paths.ts'
import type { FormRow, Next, PostedForm } from './posted.ts'

type Values = Record<string, string>

/** A form of administrators and moderators: it leads to the page that it names, or to `done` after a success, with the outcome in the query. */
const row = <N extends TokenCallName>(
  form: string,
  call: N,
  read: (values: Values) => Input<N>,
): FormRow => ({
  start: paths.admin,
  post: async (posted) => {
    const input = parsed(() => read(posted.values))
    return leadTo(form, posted, input && outcomeOf(await posted.call(call, input)))
  },
})

/** What `read` returns; `null` for fields that are no input of a call. */
function parsed<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof z.ZodError) return null
    throw error
  }
}

function leadTo(form: string, posted: PostedForm, outcome: AdminOutcome | null): Next {
  const done = outcome === 'done' ? safePath(posted.fields.get('done')) : null
  const { pathname, searchParams } = new URL(done ?? posted.page, 'http://site.invalid')
  searchParams.set('result', `${form}.${outcome ?? 'invalid'}`)
  return { to: `${pathname}?${searchParams}#result` }
}

const outcomeOf = (answer: BackendReply): AdminOutcome =>
  answer.code === CODE_OK ? 'done' : errorOf(ADMIN_OUTCOMES, answer)

const lift = usernameParamsSchema.extend(liftRequestSchema.shape)

export const ADMIN = {
  'admin-role': row('role', 'changeRole', ({ role, ...values }) => ({
    body: changeRoleRequestSchema.parse({ ...values, role: role === 'none' ? null : role }),
  })),
  'admin-revoke': row('revoke', 'revokeInvitation', (values) =>
    revokeInvitationQuerySchema.parse(values),
  ),
  'admin-accept': row('accept', 'acceptInvitation', (values) => ({
    body: acceptInvitationRequestSchema.parse(values),
  })),
  'admin-decide': row('decide', 'decideReport', (values) => ({
    ...reportNumberSchema.parse(values),
    body: decideReportRequestSchema.parse(values),
  })),
  'admin-held': row('held', 'decideHeld', ({ version = '', ...values }) => ({
    body: decideHeldRequestSchema.parse({ ...values, ...(version !== '' && { version }) }),
  })),
  'admin-undo': row('undo', 'undoReport', (values) => ({
    ...reportNumberSchema.parse(values),
    body: undoReportRequestSchema.parse(values),
  })),
  // Made without a session, by the code in the form.
  'admin-reporter': {
    start: paths.admin,
    post: async (posted) => {
      const body = answerByCodeRequestSchema.safeParse(posted.values).data
      const answer = body && (await posted.callPublic('answerByCode', { body }))
      return leadTo('reporter', posted, answer ? outcomeOf(answer) : null)
    },
  },
  'admin-suspend': row('suspend', 'suspendAccount', ({ until = '', ...values }) => ({
    ...usernameParamsSchema.parse(values),
    body: suspendRequestSchema.parse({
      ...values,
      // The whole last day counts.
      until: until === '' ? null : `${until}T23:59:59.000Z`,
    }),
  })),
  'admin-lift': row('lift', 'liftSuspension', (values) => lift.parse(values)),
  'admin-sessions': row('sessions', 'endAccountSessions', (values) => lift.parse(values)),
  'admin-project': row('project', 'decideProject', (values) => ({
    ...projectParamsSchema.parse(values),
    body: decideProjectRequestSchema.parse(values),
  })),
  'admin-correct': row('correct', 'correctProject', ({ tags = '', ...values }) => ({
    ...projectParamsSchema.parse(values),
    body: correctProjectRequestSchema.parse({ ...values, tags: parseTags(tags) }),
  })),
  'admin-bulk': row('bulk', 'startBulk', (values) => {
    const given = Object.entries(values).filter(([, value]) => value !== '')
    return { body: startBulkRequestSchema.parse(Object.fromEntries(given)) }
  }),
  'admin-bulk_undo': row('bulk_undo', 'undoBulk', (values) => bulkParamsSchema.parse(values)),
  'admin-setup_end': row('setup_end', 'endSetup', () => ({})),
  'admin-remove_demo': row('remove_demo', 'removeDemo', () => ({})),
  'admin-retry': row('retry', 'retryJob', (values) => ({ body: jobIdSchema.parse(values) })),
  'admin-discard_job': row('discard_job', 'discardJob', (values) => jobIdSchema.parse(values)),
  'admin-backup': row('backup', 'runBackup', () => ({})),
  'admin-author': row('author', 'answerReport', (values) => ({
    ...reportNumberSchema.parse(values),
    body: answerReportRequestSchema.parse(values),
  })),
} satisfies Record<string, FormRow>
