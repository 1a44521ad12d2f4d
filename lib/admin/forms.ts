import 'server-only'
import { callEnvelope } from '#lib/api/call.ts'
import { decideHeldRequestSchema } from '#lib/contract/admin/held.ts'
import {
  answerByCodeRequestSchema,
  answerReportRequestSchema,
  decideReportRequestSchema,
  reportNumberSchema,
  undoReportRequestSchema,
} from '#lib/contract/admin/report.ts'
import {
  liftRequestSchema,
  suspendRequestSchema,
  usernameParamsSchema,
} from '#lib/contract/admin/account.ts'
import { bulkParamsSchema, startBulkRequestSchema } from '#lib/contract/admin/bulk.ts'
import {
  correctProjectRequestSchema,
  decideProjectRequestSchema,
} from '#lib/contract/admin/project.ts'
import {
  acceptInvitationRequestSchema,
  changeRoleRequestSchema,
  revokeInvitationQuerySchema,
} from '#lib/contract/admin/role.ts'
import { jobIdSchema } from '#lib/contract/admin/system.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import { parseTags } from '#lib/contract/text.ts'
import type { CallName } from '#lib/contract/calls.ts'
import type { AdminForm } from '#lib/paths.ts'
import type { callAs } from '#lib/session/call-as.ts'

type Values = Record<string, string>
export type FormCall = {
  make: Parameters<typeof callAs>[2]
  /** A call whose answer waits until no page shows what it took away. */
  name: CallName
  /** Made without a session, by what is in the form. */
  isOpen?: true
}

/** The call of a form by its fields; `null` for fields that are no input of it. */
export const ADMIN_FORM_CALLS: Record<AdminForm, (values: Values) => FormCall | null> = {
  role: ({ role, ...values }) => {
    const chosen = role === 'none' ? null : role
    const body = changeRoleRequestSchema.safeParse({ ...values, role: chosen }).data
    if (!body) return null
    return { name: 'changeRole', make: (options) => callEnvelope('changeRole', { body }, options) }
  },
  revoke: (values) => {
    const query = revokeInvitationQuerySchema.safeParse(values).data
    if (!query) return null
    const make: FormCall['make'] = (options) => callEnvelope('revokeInvitation', query, options)
    return { name: 'revokeInvitation', make }
  },
  accept: (values) => {
    const body = acceptInvitationRequestSchema.safeParse(values).data
    if (!body) return null
    const make: FormCall['make'] = (options) => callEnvelope('acceptInvitation', { body }, options)
    return { name: 'acceptInvitation', make }
  },
  decide: (values) => {
    const params = reportNumberSchema.safeParse(values).data
    const body = decideReportRequestSchema.safeParse(values).data
    if (!params || !body) return null
    const make: FormCall['make'] = (options) =>
      callEnvelope('decideReport', { ...params, body }, options)
    return { name: 'decideReport', make }
  },
  held: ({ version = '', ...values }) => {
    const given = { ...values, ...(version !== '' && { version }) }
    const body = decideHeldRequestSchema.safeParse(given).data
    if (!body) return null
    return { name: 'decideHeld', make: (options) => callEnvelope('decideHeld', { body }, options) }
  },
  undo: (values) => {
    const params = reportNumberSchema.safeParse(values).data
    const body = undoReportRequestSchema.safeParse(values).data
    if (!params || !body) return null
    const make: FormCall['make'] = (options) =>
      callEnvelope('undoReport', { ...params, body }, options)
    return { name: 'undoReport', make }
  },
  reporter: (values) => {
    const body = answerByCodeRequestSchema.safeParse(values).data
    if (!body) return null
    const make: FormCall['make'] = ({ headers }) =>
      callEnvelope('answerByCode', { body }, { headers })
    return { name: 'answerByCode', make, isOpen: true }
  },
  suspend: ({ until = '', ...values }) => {
    const params = usernameParamsSchema.safeParse(values).data
    // The whole last day counts.
    const end = until === '' ? null : `${until}T23:59:59.000Z`
    const body = suspendRequestSchema.safeParse({ ...values, until: end }).data
    if (!params || !body) return null
    const make: FormCall['make'] = (options) =>
      callEnvelope('suspendAccount', { ...params, body }, options)
    return { name: 'suspendAccount', make }
  },
  lift: (values) => {
    const input = usernameParamsSchema.extend(liftRequestSchema.shape).safeParse(values).data
    if (!input) return null
    const make: FormCall['make'] = (options) => callEnvelope('liftSuspension', input, options)
    return { name: 'liftSuspension', make }
  },
  sessions: (values) => {
    const input = usernameParamsSchema.extend(liftRequestSchema.shape).safeParse(values).data
    if (!input) return null
    const make: FormCall['make'] = (options) => callEnvelope('endAccountSessions', input, options)
    return { name: 'endAccountSessions', make }
  },
  project: (values) => {
    const params = projectParamsSchema.safeParse(values).data
    const body = decideProjectRequestSchema.safeParse(values).data
    if (!params || !body) return null
    const make: FormCall['make'] = (options) =>
      callEnvelope('decideProject', { ...params, body }, options)
    return { name: 'decideProject', make }
  },
  correct: ({ tags = '', ...values }) => {
    const params = projectParamsSchema.safeParse(values).data
    const body = correctProjectRequestSchema.safeParse({ ...values, tags: parseTags(tags) }).data
    if (!params || !body) return null
    const make: FormCall['make'] = (options) =>
      callEnvelope('correctProject', { ...params, body }, options)
    return { name: 'correctProject', make }
  },
  bulk: (values) => {
    const given = Object.entries(values).filter(([, value]) => value !== '')
    const body = startBulkRequestSchema.safeParse(Object.fromEntries(given)).data
    if (!body) return null
    const make: FormCall['make'] = (options) => callEnvelope('startBulk', { body }, options)
    return { name: 'startBulk', make }
  },
  bulk_undo: (values) => {
    const params = bulkParamsSchema.safeParse(values).data
    if (!params) return null
    const make: FormCall['make'] = (options) => callEnvelope('undoBulk', params, options)
    return { name: 'undoBulk', make }
  },
  setup_end: () => ({
    name: 'endSetup',
    make: (options) => callEnvelope('endSetup', {}, options),
  }),
  remove_demo: () => ({
    name: 'removeDemo',
    make: (options) => callEnvelope('removeDemo', {}, options),
  }),
  retry: (values) => {
    const body = jobIdSchema.safeParse(values).data
    if (!body) return null
    return { name: 'retryJob', make: (options) => callEnvelope('retryJob', { body }, options) }
  },
  discard_job: (values) => {
    const query = jobIdSchema.safeParse(values).data
    if (!query) return null
    return { name: 'discardJob', make: (options) => callEnvelope('discardJob', query, options) }
  },
  backup: () => ({
    name: 'runBackup',
    make: (options) => callEnvelope('runBackup', {}, options),
  }),
  author: (values) => {
    const params = reportNumberSchema.safeParse(values).data
    const body = answerReportRequestSchema.safeParse(values).data
    if (!params || !body) return null
    const make: FormCall['make'] = (options) =>
      callEnvelope('answerReport', { ...params, body }, options)
    return { name: 'answerReport', make }
  },
}
