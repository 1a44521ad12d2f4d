import 'server-only'
import { getTranslations } from 'next-intl/server'
import type { InviteState, MailTestState } from '#lib/admin/site-forms.ts'
import {
  EMPTY_SETTINGS,
  fieldsOf,
  parseTyped,
  type SettingsState,
  settingsStateSchema,
  toTyped,
  TYPED_MAX,
} from '#lib/admin/typed-settings.ts'
import { errorOf } from '#lib/refusal.ts'
import { untilFollowed } from '#lib/cache/followers.ts'
import { invitationSchema, inviteRequestSchema, ROLES } from '#lib/contract/admin/role.ts'
import { SETTING_NAMES, settingsAnswerSchema } from '#lib/contract/admin/settings.ts'
import { mailTestSchema } from '#lib/contract/admin/setup.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { env } from '#lib/env.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { fillMarks } from '#lib/markdown/labels.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { keptState } from './kept.ts'
import type { PostedForm } from './posted.ts'

/** Invites to a role. */
export async function inviteToRole(posted: PostedForm): Promise<InviteState> {
  const { data: body } = inviteRequestSchema.safeParse({ role: posted.fields.get('role') })
  const state: InviteState = { role: body?.role ?? ROLES[0], error: null, link: null }
  if (!body) return { ...state, error: 'refused' }
  const answer = await posted.call('invite', { body })
  if (answer.code !== CODE_OK) return { ...state, error: errorOf(['role_missing'], answer) }
  const { path } = invitationSchema.parse(answer.data)
  return { ...state, link: new URL(path, env().SITE_URL).href }
}

/** Sends a test message. */
export async function sendTestMail(posted: PostedForm): Promise<MailTestState> {
  const answer = await posted.call('testMail', {})
  if (answer.code !== CODE_OK)
    return { error: errorOf(['role_missing', 'no_email'], answer), test: null }
  return { error: null, test: mailTestSchema.parse(answer.data) }
}

/** Saves settings, or shows their texts as they will be. */
export async function saveSettings(posted: PostedForm): Promise<SettingsState> {
  const { fields } = posted
  const names = SETTING_NAMES.filter((name) => fields.has(name))
  const typed = Object.fromEntries(names.map((name) => [name, posted.text(name, TYPED_MAX)]))
  const revision = Number(posted.text('revision', 20)) || 0
  const state: SettingsState = { ...EMPTY_SETTINGS, typed, revision }
  const { values, errors } = parseTyped(typed)
  if (Object.keys(errors).length > 0) return { ...state, errors, error: 'invalid' }
  if (fields.has('preview')) {
    const asked = { ...state, isPreview: true }
    // The page renders them where no script does: together with the texts they are too long to be kept.
    return posted.isScript ? withPreviews(asked, posted.locale) : asked
  }
  const answer = await posted.call('changeSettings', { body: { revision, values } })
  if (answer.code === CODE_OK) {
    await untilFollowed()
    const saved = settingsAnswerSchema.parse(answer.data)
    return { ...state, ...toTyped(saved, names), isSaved: true }
  }
  if (answer.reason === 'stale') return { ...state, ...(await readOthers(posted, state)) }
  const refused = fieldsOf(answer)
  if (Object.keys(refused).length > 0) return { ...state, errors: refused, error: 'invalid' }
  return { ...state, error: errorOf(['role_missing'], answer) }
}

/** Texts as they will be shown. */
async function withPreviews(state: SettingsState, locale: Locale): Promise<SettingsState> {
  const t = await getTranslations({ locale, namespace: 'prose' })
  const previews: [string, string][] = []
  for (const [name, text] of Object.entries(parseTyped(state.typed).values)) {
    if (text === null) continue
    const { html } = await renderMarkdown(text, 'page')
    previews.push([name, fillMarks(html, 'preview', t)])
  }
  return { ...state, previews: Object.fromEntries(previews) }
}

/** What the settings are now, where they differ from what was typed. With the new revision, the next submission replaces them. */
async function readOthers(
  posted: PostedForm,
  { typed }: SettingsState,
): Promise<Partial<SettingsState>> {
  const answer = await posted.call('settings', {})
  if (answer.code !== CODE_OK) return { error: errorOf(['role_missing'], answer) }
  const now = settingsAnswerSchema.parse(answer.data)
  const shown = toTyped(now, SETTING_NAMES).typed
  const others = now.items.flatMap(({ name, by }) => {
    const value = shown[name] ?? ''
    return typed[name] === undefined || typed[name] === value ? [] : [[name, { value, by }]]
  })
  return { revision: now.revision, others: Object.fromEntries(others), error: 'stale' }
}

/** The state of a form of settings that was posted without scripts. */
export async function keptSettings(
  query: Parameters<typeof keptState>[0],
  { token, locale }: { token: string; locale: string },
): Promise<SettingsState | null> {
  const kept = await keptState(query, 'settings', settingsStateSchema, token)
  return kept?.isPreview ? withPreviews(kept, toLocale(locale)) : kept
}
