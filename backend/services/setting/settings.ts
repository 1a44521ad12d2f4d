import { and, eq, lte, max, or, sql } from 'drizzle-orm'
import { featuredListSchema } from '#lib/contract/admin/featured.ts'
import {
  type ChangeSettings,
  contradiction,
  NO_SETTINGS,
  SETTING_NAMES,
  type SettingName,
  settingNameSchema,
  type SettingProblem,
  SETTINGS,
  type Settings,
  settingsSchema,
  type SettingsAnswer,
  type SettingState,
  shownSettings,
} from '#lib/contract/admin/settings.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { projects, siteSettings } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { aboutAccount, recordAction } from '#backend/services/audit/record.ts'
import { recordSettings } from '#backend/services/change/changes.ts'

/** Values of the variables that are set: they come first, and cannot be changed. */
export type Overrides = Partial<Record<SettingName, string>>

/** The revision of all settings; part of the statement that lists changes. */
export const newestRevision = () =>
  sql<number>`coalesce(${max(sql`greatest(${siteSettings.revision}, ${siteSettings.turn})`)}, 0)`

/** The settings in use. A stored value that this release does not take counts as the default. */
export async function readSettings(
  db: Database | Transaction,
  overrides: Overrides,
): Promise<Settings> {
  return effective(await db.select().from(siteSettings), overrides)
}

type Row = typeof siteSettings.$inferSelect

function effective(rows: readonly Row[], overrides: Overrides): Settings {
  const stored = rows.flatMap((row) => {
    const name = settingNameSchema.safeParse(row.name).data
    if (name === undefined || !settingsSchema.shape[name].safeParse(row.value).success) return []
    return [[name, row.value] as const]
  })
  return settingsSchema.parse({
    ...NO_SETTINGS,
    ...Object.fromEntries(stored),
    ...validOverrides(overrides),
  })
}

/** The name of a file is no text of the setting that it stands for. */
const validOverrides = (overrides: Overrides): Partial<Settings> =>
  Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = settingsSchema.shape[name].safeParse(overrides[name])
      if (SETTINGS[name].isFile && overrides[name] !== undefined) return [[name, null]]
      return value.success ? [[name, value.data]] : []
    }),
  )

/** Every setting, as it is stored. */
export async function listSettings(
  db: Database | Transaction,
  overrides: Overrides,
): Promise<SettingsAnswer> {
  const rows = await db.select().from(siteSettings)
  const byName = new Map(rows.map((row) => [row.name, row]))
  const values = effective(rows, overrides)
  const toState = (name: SettingName): SettingState => {
    const row = byName.get(name)
    return {
      name,
      value: overrides[name] ?? values[name],
      variable: overrides[name] === undefined ? null : (SETTINGS[name].variable ?? null),
      revision: row?.revision ?? 0,
      changed_at: row?.changedAt.toISOString() ?? null,
      by: row?.by ?? '',
    }
  }
  const revision = Math.max(0, ...rows.map((row) => row.revision))
  return { revision, items: SETTING_NAMES.map(toState) }
}

type Deps = { db: Database; overrides: Overrides }

/**
 * Changes settings, all or none. Values that are the same already change nothing.
 * @throws DomainError `field_fixed` for one that a variable sets; `stale`, with the names, if one of them was changed since the given
 * revision; `setting_refused` if they contradict each other.
 */
export async function changeSettings(
  { db, overrides }: Deps,
  actor: RoleHolder,
  { revision, values }: ChangeSettings,
  now: Date,
): Promise<SettingsAnswer> {
  return db.transaction(async (tx) => {
    // One change at a time.
    await recordSettings(tx, now)
    const rows = await tx.select().from(siteSettings)
    const before = effective(rows, overrides)
    const changed = SETTING_NAMES.filter(
      (name) => values[name] !== undefined && values[name] !== before[name],
    )
    const fixed = changed.filter((name) => overrides[name] !== undefined)
    if (fixed.length > 0) {
      const message = `${fixed.join(', ')}: set by a variable of the environment`
      throw new DomainError('field_fixed', message, { fields: fixed })
    }
    const stale = changed.filter((name) =>
      rows.some((row) => row.name === name && row.revision > revision),
    )
    if (stale.length > 0) {
      const message = `${stale.join(', ')}: changed by another account meanwhile`
      throw new DomainError('stale', message, { fields: stale })
    }
    if (changed.length > 0) await write(tx, actor, { before, changed, values }, now)
    return listSettings(tx, overrides)
  })
}

type Writing = { before: Settings; changed: readonly SettingName[]; values: Partial<Settings> }

async function write(
  tx: Transaction,
  actor: RoleHolder,
  { before, changed, values }: Writing,
  now: Date,
): Promise<void> {
  const pick = (from: Partial<Settings>) =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]))
  const refused =
    contradiction({ ...before, ...values }, changed, now) ?? (await missing(tx, pick(values)))
  if (refused) {
    const { name, problem } = refused
    const message = `${name}: contradicts another setting, or has no effect`
    throw new DomainError('setting_refused', message, { fields: [name], details: { problem } })
  }
  const entry = { ...aboutAccount(''), action: 'settings' as const, reason: '' }
  await recordAction(tx, actor, { ...entry, before: pick(before), after: pick(values) }, now)
  const [newest] = await tx.select({ revision: newestRevision() }).from(siteSettings)
  const revision = Number(newest?.revision ?? 0) + 1
  await tx
    .insert(siteSettings)
    .values(
      changed.map((name) => {
        const value = values[name] ?? null
        const dueAt = value === null ? null : (SETTINGS[name].next?.(value, now) ?? null)
        return { name, value, revision, dueAt, changedAt: now, by: actor.name }
      }),
    )
    .onConflictDoUpdate({
      target: siteSettings.name,
      set: {
        value: sql`excluded.value`,
        revision: sql`excluded.revision`,
        dueAt: sql`excluded.due_at`,
        changedAt: sql`excluded.changed_at`,
        by: sql`excluded.by`,
      },
    })
}

/** Featured projects have to exist; one that is hidden later leaves its place to the next. */
async function missing(
  tx: Transaction,
  { featured }: Partial<Settings>,
): Promise<{ name: SettingName; problem: SettingProblem } | null> {
  if (!featured) return null
  const all = featuredListSchema.parse(featured)
  const known = await tx
    .select({ kind: projects.kind, id: projects.id })
    .from(projects)
    .where(or(...all.map(({ kind, id }) => and(eq(projects.kind, kind), eq(projects.id, id)))))
  const isKnown = (one: (typeof all)[number]) =>
    known.some(({ kind, id }) => kind === one.kind && id === one.id)
  return all.every(isKnown) ? null : { name: 'featured', problem: 'no_project' }
}

/** What pages show, with its revision. */
export async function readShown(
  { db, overrides }: Deps,
  now: Date,
): Promise<{ revision: number; values: Settings }> {
  const rows = await db.select().from(siteSettings)
  const revision = Math.max(0, ...rows.map((row) => Math.max(row.revision, row.turn)))
  return { revision, values: shownSettings(effective(rows, overrides), now) }
}

/** Lets pages change where the time of a setting has come. Of several backends one does. */
export async function turnSettings(db: Database, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await recordSettings(tx, now)
    const due = await tx.select().from(siteSettings).where(lte(siteSettings.dueAt, now))
    if (due.length === 0) return false
    const [newest] = await tx.select({ revision: newestRevision() }).from(siteSettings)
    const turn = Number(newest?.revision ?? 0) + 1
    for (const { name, value } of due) {
      const setting = settingNameSchema.safeParse(name).data
      const dueAt = setting && value !== null ? SETTINGS[setting].next?.(value, now) : null
      await tx
        .update(siteSettings)
        .set({ turn, dueAt: dueAt ?? null })
        .where(eq(siteSettings.name, name))
    }
    return true
  })
}
