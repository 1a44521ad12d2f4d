import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { ACCOUNT_QUOTA_MB, type Settings } from '#lib/contract/admin/settings.ts'
import { siteSettings } from '#backend/db/tables.ts'
import type { SenderSite } from '#backend/mail/address.ts'
import type { Parts } from '#backend/parts.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { newestRevision, type Overrides, readSettings, turnSettings } from './settings.ts'

/** Pause between two looks for changes of another process, in ms: they hold within two seconds. */
const LOOK_MS = 1_000

type Names = { SITE_NAME: string; SUPPORT_EMAIL: string; siteUrl: string }

/** The site with its names as they are now: mails read them when they are written. */
function createSite({ SITE_NAME, SUPPORT_EMAIL, siteUrl: url }: Names) {
  const site: SenderSite = { name: SITE_NAME, url, supportEmail: SUPPORT_EMAIL }
  return Object.assign(site, {
    take(settings: Settings) {
      site.name = settings.site_name ?? SITE_NAME
      site.supportEmail = settings.support_email ?? SUPPORT_EMAIL
    },
  })
}

/** What a process keeps of the settings as they are now. `take` gets them at the start, and after each change. */
export function createFollowed({ overrides, ...names }: Names & { overrides: Overrides }) {
  const site = createSite(names)
  const toBytes = (mb: string | null | undefined) => Number(mb ?? ACCOUNT_QUOTA_MB) * 1024 * 1024
  let quota = toBytes(overrides.account_quota_mb)
  return {
    site,
    /** Of all files of an account, in bytes. */
    accountQuota: () => quota,
    take(settings: Settings) {
      site.take(settings)
      quota = toBytes(settings.account_quota_mb)
    },
  }
}

type Deps = Pick<Parts, 'db' | 'clock' | 'failures' | 'log'> & {
  overrides: Overrides
  signal: AbortSignal
  /** Gets the settings at the start, and after each change. */
  take: (settings: Settings) => void
  everyMs?: number
}

/** Follows the settings, until `signal` aborts: one small statement a second. */
export async function followSettings({ signal, everyMs = LOOK_MS, ...deps }: Deps): Promise<void> {
  const { db, overrides, clock, take } = deps
  let known: number | undefined
  while (!signal.aborted) {
    try {
      const [state] = await db
        .select({
          revision: newestRevision(),
          due: sql<number>`count(*) FILTER (WHERE ${siteSettings.dueAt} <= ${clock().toISOString()})`,
        })
        .from(siteSettings)
      if (Number(state?.due) > 0) await turnSettings(db, clock())
      const revision = Number(state?.revision)
      if (revision !== known) take(await readSettings(db, overrides))
      known = revision
    } catch (error) {
      if (!signal.aborted) reportFailure(deps, error, 'reading the settings failed')
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
