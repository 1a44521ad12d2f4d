import type { Context } from 'hono'
import type { Readable } from 'node:stream'
import { hasRole } from '#lib/contract/admin/role.ts'
import { VERSION } from '#lib/version.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import type { Handlers } from '#backend/http/router.ts'
import { toWeb } from '#backend/http/stream.ts'
import { auditAsCsv, auditAsJson } from '#backend/services/audit/export.ts'
import { listAudit } from '#backend/services/audit/list.ts'
import { countFailed } from '#backend/services/job/failed.ts'
import { readDoctor } from '#backend/services/operator/last-doctor.ts'
import { listHeld } from '#backend/services/operator/lists.ts'
import { isSetupOpen } from '#backend/services/operator/setup.ts'
import { countWaiting } from '#backend/services/report/queue.ts'
import { acceptInvitation, invite, revokeInvitation } from '#backend/services/role/invite.ts'
import { changeRole, listRoles } from '#backend/services/role/roles.ts'
import { changeSettings, listSettings } from '#backend/services/setting/settings.ts'
import { backupTimes, checkReadiness } from './health.ts'

/** Calls of administrators and moderators. Each acts as its `actor`, whose role is read again in the transaction. */
export function adminHandlers(deps: Dependencies) {
  const { db, clock, dataDir, overrides } = deps
  return {
    adminOverview: async ({ c, actor }) => {
      const isAdministrator = hasRole(actor.role, 'administrator')
      const [isOpen, held, reports, failed, { states }, backups, doctor] = await Promise.all([
        isSetupOpen(db),
        listHeld(db),
        countWaiting(db),
        isAdministrator ? countFailed(db) : 0,
        checkReadiness(deps, c.get('log')),
        backupTimes(deps),
        dataDir === undefined ? null : readDoctor(dataDir),
      ])
      return {
        role: actor.role,
        is_setup_open: isOpen,
        waiting: { held: held.length, reports, jobs: failed },
        version: VERSION,
        health: states,
        backups,
        doctor,
      }
    },
    auditLog: ({ query }) => listAudit(db, query),
    auditAsJson: async ({ c, query }) =>
      sendExport(c, auditAsJson(db, query), { type: 'application/jsonl', name: 'audit.jsonl' }),
    auditAsCsv: async ({ c, query }) =>
      sendExport(c, auditAsCsv(db, query), { type: 'text/csv; charset=utf-8', name: 'audit.csv' }),
    roles: () => listRoles(db, clock()),
    changeRole: ({ actor, body }) => changeRole(db, actor, body, clock()),
    invite: ({ actor, body: { role } }) => invite(db, actor, role, clock()),
    revokeInvitation: ({ actor, query: { id } }) => revokeInvitation(db, actor, id, clock()),
    settings: () => listSettings(db, overrides),
    changeSettings: ({ actor, body }) => changeSettings({ db, overrides }, actor, body, clock()),
    acceptInvitation: ({ principal, body: { code } }) =>
      acceptInvitation(db, principal, code, clock()),
  } satisfies Partial<Handlers>
}

function sendExport(
  c: Context<AppEnv>,
  text: Readable,
  { type, name }: { type: string; name: string },
): Response {
  c.header('cache-control', 'private, no-store')
  c.header('content-type', type)
  c.header('content-disposition', `attachment; filename="${name}"`)
  return c.req.method === 'HEAD' ? c.body(null) : c.body(toWeb(text))
}
