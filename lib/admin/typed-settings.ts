import { z } from 'zod'
import type { BackendReply } from '#lib/api/call.ts'
import {
  SETTING_NAMES,
  SETTING_PROBLEMS,
  type SettingName,
  SETTINGS,
  type Settings,
  type SettingsAnswer,
  settingsSchema,
} from '#lib/contract/admin/settings.ts'
import { withPlainLineEnds } from '#lib/contract/text.ts'
import { FORM_REFUSALS } from './outcome.ts'

/** Why a field is refused. */
export const SETTING_ERRORS = ['invalid', 'too_long', 'fixed', ...SETTING_PROBLEMS] as const
export type SettingError = (typeof SETTING_ERRORS)[number]

/** Longest text of a field that a form keeps, in UTF-16 units. */
export const TYPED_MAX = 100_000

const settingNameSchema = z.enum(SETTING_NAMES)

/** State of a form of settings: what was typed stays, whatever comes of it. */
export const settingsStateSchema = z.object({
  typed: z.partialRecord(settingNameSchema, z.string()),
  /** Revision that the form was filled from. */
  revision: z.number(),
  isSaved: z.boolean(),
  /** Whether the texts are to be shown as they will be. */
  isPreview: z.boolean(),
  errors: z.partialRecord(settingNameSchema, z.enum(SETTING_ERRORS)),
  /** What another administrator has set meanwhile. */
  others: z.partialRecord(settingNameSchema, z.object({ value: z.string(), by: z.string() })),
  /** Texts in Markdown as HTML. */
  previews: z.partialRecord(settingNameSchema, z.string()),
  error: z.enum(['stale', 'invalid', ...FORM_REFUSALS]).nullable(),
})
export type SettingsState = z.infer<typeof settingsStateSchema>

export const EMPTY_SETTINGS: SettingsState = {
  typed: {},
  revision: 0,
  isSaved: false,
  isPreview: false,
  errors: {},
  others: {},
  previews: {},
  error: null,
}

type Typed = Partial<Record<SettingName, string>>
type Errors = Partial<Record<SettingName, SettingError>>

/** Settings from the fields of a form: an empty field is the default, a time is one of UTC. */
export function parseTyped(typed: Typed): { values: Partial<Settings>; errors: Errors } {
  const values: [SettingName, string | null][] = []
  const errors: [SettingName, SettingError][] = []
  for (const name of SETTING_NAMES) {
    const text = withPlainLineEnds(typed[name] ?? '').trim()
    if (typed[name] === undefined) continue
    const value = text === '' ? null : SETTINGS[name].isTime ? toTime(text) : text
    const parsed = settingsSchema.shape[name].safeParse(value)
    if (parsed.success) values.push([name, parsed.data])
    else {
      const isLong = parsed.error.issues.some(({ code }) => code === 'too_big')
      errors.push([name, isLong ? 'too_long' : 'invalid'])
    }
  }
  return { values: Object.fromEntries(values), errors: Object.fromEntries(errors) }
}

/** `2026-06-01T12:00` of a field for dates; anything else stays as it is, to be refused. */
const toTime = (text: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00.000Z` : text

/** What the fields of a form show. */
export function toTyped(
  { revision, items }: SettingsAnswer,
  names: readonly SettingName[],
): { revision: number; typed: Typed } {
  const shown = items.flatMap(({ name, value }) => {
    if (!names.includes(name)) return []
    return [[name, SETTINGS[name].isTime ? (value ?? '').slice(0, 16) : (value ?? '')]]
  })
  return { revision, typed: Object.fromEntries(shown) }
}

/** The errors of fields that the backend has refused. */
export function fieldsOf({ reason, fields = [], details }: BackendReply): Errors {
  const problem = SETTING_PROBLEMS.find((one) => one === details?.['problem'])
  const error = reason === 'field_fixed' ? 'fixed' : (problem ?? 'invalid')
  const isRefused = reason === 'field_fixed' || reason === 'setting_refused'
  const names = isRefused ? SETTING_NAMES.filter((name) => fields.includes(name)) : []
  return Object.fromEntries(names.map((name) => [name, error]))
}
