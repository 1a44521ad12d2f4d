'use server'

import { getTranslations } from 'next-intl/server'
import { callEnvelope } from '#lib/api/call.ts'
import { callInAction, formAction, localeOf, textIn } from '#lib/auth/call-in-action.ts'
import { errorOf, type Refusal } from '#lib/auth/refusal.ts'
import { untilFollowed } from '#lib/cache/followers.ts'
import {
  SETTING_NAMES,
  type SettingName,
  type Settings,
  settingsAnswerSchema,
} from '#lib/contract/admin/settings.ts'
import { fillMarks } from '#lib/markdown/labels.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { fieldsOf, parseTyped, type SettingError, TYPED_MAX, toTyped } from './typed-settings.ts'

/** State of a form of settings: what was typed stays, whatever comes of it. */
export type SettingsState = {
  typed: Partial<Record<SettingName, string>>
  /** Revision that the form was filled from. */
  revision: number
  isSaved: boolean
  errors: Partial<Record<SettingName, SettingError>>
  /** What another administrator has set meanwhile. */
  others: Partial<Record<SettingName, { value: string; by: string }>>
  /** Texts in Markdown as HTML. */
  previews: Partial<Record<SettingName, string>>
  error: Refusal | 'role_missing' | 'stale' | 'invalid' | null
}

/** Server action of the forms of settings, with and without scripts. */
export const saveSettings = formAction(save)

async function save(data: FormData): Promise<SettingsState> {
  const names = SETTING_NAMES.filter((name) => data.has(name))
  const typed = Object.fromEntries(names.map((name) => [name, textIn(data, name, TYPED_MAX)]))
  const revision = Number(textIn(data, 'revision', 20)) || 0
  const state: SettingsState = {
    typed,
    revision,
    isSaved: false,
    errors: {},
    others: {},
    previews: {},
    error: null,
  }
  const { values, errors } = parseTyped(typed)
  if (Object.keys(errors).length > 0) return { ...state, errors, error: 'invalid' }
  if (data.has('preview')) return { ...state, previews: await previewsOf(data, values) }
  const body = { revision, values }
  const answer = await callInAction(data, (options) =>
    callEnvelope('changeSettings', { body }, options),
  )
  if (answer.code === CODE_OK) {
    await untilFollowed()
    const saved = settingsAnswerSchema.parse(answer.data)
    return { ...state, ...toTyped(saved, names), isSaved: true }
  }
  if (answer.reason === 'stale') return { ...state, ...(await readOthers(data, state)) }
  const refused = fieldsOf(answer)
  if (Object.keys(refused).length > 0) return { ...state, errors: refused, error: 'invalid' }
  return { ...state, error: errorOf(['role_missing'], answer) }
}

/** Texts as they will be shown. */
async function previewsOf(
  data: FormData,
  values: Partial<Settings>,
): Promise<SettingsState['previews']> {
  const t = await getTranslations({ locale: localeOf(data), namespace: 'prose' })
  const previews: [string, string][] = []
  for (const [name, text] of Object.entries(values)) {
    if (text === null) continue
    const { html } = await renderMarkdown(text, 'page')
    previews.push([name, fillMarks(html, 'preview', t)])
  }
  return Object.fromEntries(previews)
}

/** What the settings are now, where they differ from what was typed. With the new revision, the next submission replaces them. */
async function readOthers(
  data: FormData,
  { typed }: SettingsState,
): Promise<Partial<SettingsState>> {
  const answer = await callInAction(data, (options) => callEnvelope('settings', {}, options))
  if (answer.code !== CODE_OK) return { error: errorOf(['role_missing'], answer) }
  const now = settingsAnswerSchema.parse(answer.data)
  const shown = toTyped(now, SETTING_NAMES).typed
  const others = now.items.flatMap(({ name, by }) => {
    const value = shown[name] ?? ''
    return typed[name] === undefined || typed[name] === value ? [] : [[name, { value, by }]]
  })
  return { revision: now.revision, others: Object.fromEntries(others), error: 'stale' }
}
