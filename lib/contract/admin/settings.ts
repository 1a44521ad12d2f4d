import { z } from 'zod'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { isPrinted, nameProblem } from '#lib/contract/name/name.ts'
import { PROVIDERS } from '#lib/contract/provider.ts'
import { lineSchema, textSchema, upTo } from '#lib/contract/text.ts'
import { featuredAt, featuredSchema, nextFeatured } from './featured.ts'

/*
 * Settings of the site that administrators change while it runs. Each is a text, or null for its default; a variable of the
 * environment that is set comes first (decision 170).
 */

/** Longest names of site and application, and longest text of the bar above pages, in characters (`lengthOf`). */
export const SITE_NAME_MAX = 60
export const ANNOUNCEMENT_MAX = 300
/** Longest title and text at the top of the home page, in characters. */
export const HOME_TITLE_MAX = 60
export const HOME_TEXT_MAX = 120
/** Longest text of a page that the operator writes, in one language, in characters: it fits into the body of a call. */
export const OWN_PAGE_MAX = 20_000
/** Longest address, in characters. */
const EMAIL_MAX = 254
/** Addresses and domains that may register. */
export const ALLOWED_MAX = 500

/** Who may register: everyone, who is on the list, no one. */
export const REGISTRATIONS = ['open', 'listed', 'closed'] as const
export type Registration = (typeof REGISTRATIONS)[number]

/** Whether a provider that is configured is offered for signing in. */
export const SWITCHES = ['on', 'off'] as const

/** Whether the first project of a new author waits for a moderator. */
export const REVIEWS = ['none', 'first'] as const

/** When moderators get mails: one for each report at once, or one an hour or a day with all that waits. */
export const MODERATOR_MAILS = ['at_once', 'hourly', 'daily'] as const
export type ModeratorMails = (typeof MODERATOR_MAILS)[number]

/** Projects that a new account publishes within 24 hours, unless the setting has another number. */
export const DAILY_PROJECTS = 20
/** Quota of all files of an account in MB, unless the setting has another number. */
export const ACCOUNT_QUOTA_MB = 2048
/** As it is typed, up to 1 TB. */
export const megabytesSchema = z.string().regex(/^(?:[1-9]\d{0,5}|1000000)$/)
/** A number as it is typed. */
export const countSchema = z.string().regex(/^[1-9]\d{0,3}$/)

/** Pages that the operator writes. */
export const OWN_PAGES = ['imprint', 'privacy', 'terms'] as const
export type OwnPage = (typeof OWN_PAGES)[number]

/** A name that readers see. */
const nameSchema = upTo(lineSchema.trim().min(1), SITE_NAME_MAX).refine(
  (text) => nameProblem(text) === null,
)
/** A line that pages show. */
const shownLine = (max: number) => upTo(lineSchema.trim().min(1), max).refine(isPrinted).nullable()
const timeSchema = z.iso.datetime()
const markdownSchema = upTo(textSchema.min(1), OWN_PAGE_MAX).refine(isPrinted).nullable()

/** Parts of a list, between commas, spaces or line ends. */
export const partsOf = (list: string): string[] => list.split(/[\s,;]+/).filter(Boolean)
/** Of an address what follows the `@`, or an address. */
const isAllowable = (part: string) =>
  /^(?:[^@]+@)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(part)
/** Addresses and domains, one per line; a leading `@` of a domain is left out. */
const allowedSchema = z
  .string()
  .max(ALLOWED_MAX * 80)
  .transform((list) => partsOf(list.toLowerCase()).map((part) => part.replace(/^@/, '')))
  .refine((parts) => parts.length > 0 && parts.length <= ALLOWED_MAX && parts.every(isAllowable))
  .transform((parts) => [...new Set(parts)].join('\n'))
  .pipe(z.string())

/** The same for each part of a setting, such as its texts in the languages of the interface. */
function inEach<P extends string, N extends string, T>(
  parts: readonly P[],
  name: N,
  value: T,
): Record<`${N}.${P}`, T> {
  const all: Record<string, T> = Object.fromEntries(parts.map((part) => [`${name}.${part}`, value]))
  const isComplete = (one: Record<string, T>): one is Record<`${N}.${P}`, T> =>
    parts.every((part) => Object.hasOwn(one, `${name}.${part}`))
  if (!isComplete(all)) throw new TypeError('a part is missing')
  return all
}
const inEachLanguage = <N extends string, T>(name: N, value: T) => inEach(LOCALES, name, value)

/** Every setting with its schema. */
export const settingsSchema = z.object({
  site_name: nameSchema.nullable(),
  app_name: nameSchema.nullable(),
  support_email: z.email().max(EMAIL_MAX).nullable(),
  ...inEachLanguage('announcement', shownLine(ANNOUNCEMENT_MAX)),
  /** The bar is shown from this time on, and before that one; null is always. */
  'announcement.from': timeSchema.nullable(),
  'announcement.until': timeSchema.nullable(),
  registration: z.enum(REGISTRATIONS).nullable(),
  ...inEach(PROVIDERS, 'provider', z.enum(SWITCHES).nullable()),
  registration_allowed: allowedSchema.nullable(),
  review: z.enum(REVIEWS).nullable(),
  daily_projects: countSchema.nullable(),
  account_quota_mb: megabytesSchema.nullable(),
  moderator_mails: z.enum(MODERATOR_MAILS).nullable(),
  ...inEachLanguage('home_title', shownLine(HOME_TITLE_MAX)),
  ...inEachLanguage('home_text', shownLine(HOME_TEXT_MAX)),
  /** Projects that the home page shows first, with their days. */
  featured: featuredSchema.nullable(),
  ...inEachLanguage('imprint', markdownSchema),
  ...inEachLanguage('privacy', markdownSchema),
  ...inEachLanguage('terms', markdownSchema),
})
export type Settings = z.infer<typeof settingsSchema>
export type SettingName = keyof Settings
export const settingNameSchema = settingsSchema.keyof()
export const SETTING_NAMES: readonly SettingName[] = settingNameSchema.options

type Declaration = {
  /** The variable of the environment that comes first. */
  variable?: string
  /** Whether the variable names a file with the text, which the web app reads. */
  isFile?: true
  /** Whether pages show it: a change of it expires all of them. */
  isShown: boolean
  /** Whether it is a time of UTC. */
  isTime?: true
  /** When pages change by themselves, next after a time. */
  next?: (value: string, now: Date) => Date | null
}
const SHOWN = { isShown: true }
const inFile = (variable: string) => ({ variable, isFile: true, isShown: true }) as const
const TIME = {
  isShown: true,
  isTime: true,
  next: (value: string, now: Date) => (Date.parse(value) > now.getTime() ? new Date(value) : null),
} as const

/** What else is to be known of each setting. */
export const SETTINGS: Record<SettingName, Declaration> = {
  site_name: { variable: 'SITE_NAME', isShown: true },
  app_name: { variable: 'APP_NAME', isShown: true },
  support_email: { variable: 'SUPPORT_EMAIL', isShown: true },
  ...inEachLanguage('announcement', SHOWN),
  'announcement.from': TIME,
  'announcement.until': TIME,
  registration: SHOWN,
  ...inEach(PROVIDERS, 'provider', SHOWN),
  registration_allowed: { isShown: false },
  review: { isShown: false },
  daily_projects: { variable: 'DAILY_PROJECTS', isShown: false },
  account_quota_mb: { variable: 'ACCOUNT_QUOTA_MB', isShown: false },
  moderator_mails: { isShown: false },
  ...inEachLanguage('home_title', SHOWN),
  ...inEachLanguage('home_text', SHOWN),
  featured: { variable: 'FEATURED', isShown: true, next: nextFeatured },
  ...inEachLanguage('imprint', inFile('IMPRINT_FILE')),
  ...inEachLanguage('privacy', inFile('PRIVACY_FILE')),
  ...inEachLanguage('terms', inFile('TERMS_FILE')),
}

/** Every setting with its default. */
export const NO_SETTINGS: Settings = settingsSchema.parse(
  Object.fromEntries(SETTING_NAMES.map((name) => [name, null])),
)

/** Why settings are refused, where each of them is valid by itself. */
export const SETTING_PROBLEMS = ['order', 'over', 'none_allowed', 'no_project'] as const
export type SettingProblem = (typeof SETTING_PROBLEMS)[number]

/** The first setting that contradicts another one, or has no effect. `changed`: those that were just given. */
export function contradiction(
  settings: Settings,
  changed: readonly SettingName[],
  now: Date,
): { name: SettingName; problem: SettingProblem } | null {
  const { registration, registration_allowed: allowed } = settings
  const isListed = changed.some((one) => one.startsWith('registration'))
  if (isListed && registration === 'listed' && allowed === null) {
    return { name: 'registration_allowed', problem: 'none_allowed' }
  }
  const { 'announcement.from': from, 'announcement.until': until } = settings
  const name = 'announcement.until'
  if (until === null || !changed.some((one) => one.startsWith('announcement.'))) return null
  if (from !== null && Date.parse(until) <= Date.parse(from)) return { name, problem: 'order' }
  return changed.includes(name) && Date.parse(until) <= now.getTime()
    ? { name, problem: 'over' }
    : null
}

/** What pages show at a time: the bar and featured projects are there in their time only. */
export function shownSettings(settings: Settings, now: Date): Settings {
  const { 'announcement.from': from, 'announcement.until': until } = settings
  const isRunning =
    (from === null || Date.parse(from) <= now.getTime()) &&
    (until === null || now.getTime() < Date.parse(until))
  const isHidden = (name: SettingName) =>
    !SETTINGS[name].isShown || (!isRunning && name.startsWith('announcement.'))
  const hidden = Object.fromEntries(SETTING_NAMES.filter(isHidden).map((name) => [name, null]))
  const { featured } = settings
  return { ...settings, ...hidden, featured: featured && featuredAt(featured, now) }
}

/** A text of pages in a language, or else in the first one that has it. */
export function textIn(
  settings: Settings,
  name: 'announcement' | OwnPage,
  locale: Locale,
): { text: string; locale: Locale } | null {
  for (const one of [locale, ...LOCALES]) {
    const text = settings[`${name}.${one}`]
    if (text !== null) return { text, locale: one }
  }
  return null
}

/** Whether the owner of an address may register; without an address, where everyone may. */
export function mayRegister(settings: Settings, email: string | null): boolean {
  const { registration, registration_allowed: allowed } = settings
  if (registration === null || registration === 'open') return true
  if (registration === 'closed' || email === null || allowed === null) return false
  const address = email.toLowerCase()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return partsOf(allowed).some((part) => part === address || part === domain)
}

/** `GET /index/settings`: what pages show now, for web processes that know the shared secret. A later release may have more of them. */
export const shownSettingsSchema = z.object({
  /** Increases with each change of what pages show. */
  revision: z.number().int(),
  values: settingsSchema.partial(),
})

/** `revision` is that of the settings as they were read: what was changed since then is not overwritten. */
export const changeSettingsRequestSchema = z.object({
  revision: z.number().int().min(0),
  values: settingsSchema.partial(),
})
export type ChangeSettings = z.infer<typeof changeSettingsRequestSchema>

/** Where a value is from, with the variable that comes first. */
export const settingStateSchema = z.object({
  name: settingNameSchema,
  /** Null: the default. */
  value: z.string().nullable(),
  /** The variable that is set, and cannot be changed here. */
  variable: z.string().nullable(),
  /** That of its last change; 0 if it was never changed. */
  revision: z.number().int(),
  changed_at: z.iso.datetime().nullable(),
  /** Name of who changed it. */
  by: z.string(),
})
export type SettingState = z.infer<typeof settingStateSchema>

export const settingsAnswerSchema = z.object({
  revision: z.number().int(),
  items: z.array(settingStateSchema),
})
export type SettingsAnswer = z.infer<typeof settingsAnswerSchema>
