import { beforeEach, describe, expect, it } from 'vitest'
import { auditPageSchema } from '#lib/contract/admin/audit.ts'
import {
  type SettingName,
  settingsAnswerSchema,
  shownSettingsSchema,
} from '#lib/contract/admin/settings.ts'
import { changesSchema } from '#lib/contract/change.ts'
import { createFollowed, followSettings } from '#backend/services/setting/follow.ts'
import { turnSettings } from '#backend/services/setting/settings.ts'
import { clientOf, codeIn, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { withRole } from '#tests/support/roles.ts'

const overrides = { app_name: 'Studio', 'terms.en': '/etc/terms.md' }
const backend = await testBackend({ internalSecret: OPERATOR_SECRET, overrides })
beforeEach(() => backend.empty())

const PATH = 'api/v1/admin/settings'
const internal = async (path: string) => {
  const headers = { 'x-internal-secret': OPERATOR_SECRET }
  return (await backend.get(path, { headers })).data
}
const revisionOfFeed = async () =>
  changesSchema.parse(await internal('/index/changes')).settings ?? -1
const positionOfFeed = async () => changesSchema.parse(await internal('/index/changes')).position
const shown = async () => shownSettingsSchema.parse(await internal('/index/settings'))
const read = async () => settingsAnswerSchema.parse((await operator(backend, PATH)).data)
const stateOf = async (name: SettingName) => (await read()).items.find((one) => one.name === name)
async function change(values: Record<string, string | null>, revision?: number) {
  const body = { revision: revision ?? (await read()).revision, values }
  return operator(backend, PATH, body, OPERATOR_SECRET, 'PUT')
}
const log = async () =>
  auditPageSchema.parse((await operator(backend, 'api/v1/admin/audit')).data).items

describe('a setting', () => {
  it('is shown on pages, and its change is in the feed that they follow', async () => {
    const [revision, position] = [await revisionOfFeed(), await positionOfFeed()]
    expect(await change({ site_name: 'Icons of Ada' })).toMatchObject({ code: 200 })
    expect((await shown()).values).toMatchObject({ site_name: 'Icons of Ada' })
    expect(await revisionOfFeed()).toBeGreaterThan(revision)
    expect(await positionOfFeed()).toBeGreaterThan(position)
    expect((await shown()).revision).toBe(await revisionOfFeed())
  })

  it('is the default again with null', async () => {
    await change({ site_name: 'Icons of Ada' })
    await change({ site_name: null })
    expect(await stateOf('site_name')).toMatchObject({ value: null, by: 'grace', variable: null })
  })

  it('leaves an entry with what it was and what it is, once for a value', async () => {
    await change({ site_name: 'Icons of Ada' })
    await change({ site_name: 'Icons', support_email: 'ada@example.com' })
    await change({ site_name: 'Icons' })
    const entries = await log()
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({
      action: 'settings',
      by: 'grace',
      before: { site_name: 'Icons of Ada', support_email: null },
      after: { site_name: 'Icons', support_email: 'ada@example.com' },
    })
  })

  it('is refused where a variable sets it, and the variable counts', async () => {
    expect(await stateOf('app_name')).toMatchObject({ value: 'Studio', variable: 'APP_NAME' })
    expect(await change({ app_name: 'Designer' })).toMatchObject({
      reason: 'field_fixed',
      fields: ['app_name'],
    })
    expect(await change({ app_name: 'Studio', site_name: 'Icons' })).toMatchObject({ code: 200 })
    expect((await shown()).values.app_name).toBe('Studio')
  })

  it.each([
    ['site_name', '\u200b\u2060'],
    ['site_name', 'a'.repeat(61)],
    ['site_name', 'Ada\u202eskeys'],
    ['support_email', 'not an address'],
    ['announcement.de', '\u3164'],
    ['announcement.until', 'tomorrow'],
  ])('is refused where readers could not use it: %s', async (name, value) => {
    expect(await change({ [name]: value })).toMatchObject({ code: 400, reason: 'invalid_input' })
    expect(await log()).toEqual([])
  })

  it('is changed by administrators alone', async () => {
    const { ask } = clientOf(backend)
    const body = { revision: 0, values: { site_name: 'Mine' } }
    for (const token of [await registered(backend), await withRole(backend, 'moderator')]) {
      const request = { method: 'PUT', token, body }
      expect(await ask('/admin/settings', request)).toMatchObject({ reason: 'role_missing' })
      expect(await ask('/admin/settings', { token })).toMatchObject({ reason: 'role_missing' })
    }
    expect(await stateOf('site_name')).toMatchObject({ value: null })
    const headers = { 'x-internal-secret': 'a guess' }
    expect(await backend.get('/index/settings', { headers })).toMatchObject({ status: 404 })
  })
})

describe('two administrators', () => {
  it('do not overwrite each other: the second gets the names of the settings', async () => {
    const { revision } = await read()
    await change({ site_name: 'First' }, revision)
    const second = { site_name: 'Second', support_email: 'ada@example.com' }
    expect(await change(second, revision)).toMatchObject({
      code: 409,
      reason: 'stale',
      fields: ['site_name'],
    })
    expect(await stateOf('support_email')).toMatchObject({ value: null })
    expect(await change(second)).toMatchObject({ code: 200 })
  })

  it('may change different settings, or one to the same value', async () => {
    const { revision } = await read()
    await change({ site_name: 'First' }, revision)
    expect(await change({ support_email: 'ada@example.com' }, revision)).toMatchObject({
      code: 200,
    })
    expect(await change({ site_name: 'First' }, revision)).toMatchObject({ code: 200 })
  })
})

describe('an announcement', () => {
  const text = { 'announcement.en': 'Back at noon' }

  it('is shown from its start until its end, each of which pages hear of once', async () => {
    const times = {
      'announcement.from': '2026-06-01T13:00:00Z',
      'announcement.until': '2026-06-01T14:00:00Z',
    }
    await change({ ...text, ...times })
    expect((await shown()).values['announcement.en']).toBeNull()
    const seen = [await revisionOfFeed()]
    for (const [time, expected] of [
      ['2026-06-01T13:00:00Z', 'Back at noon'],
      ['2026-06-01T14:00:00Z', null],
    ] as const) {
      backend.setClock(time)
      const now = new Date(time)
      const turns = await Promise.all([
        turnSettings(backend.db, now),
        turnSettings(backend.db, now),
      ])
      expect(turns.toSorted()).toEqual([false, true])
      expect((await shown()).values['announcement.en']).toBe(expected)
      seen.push(await revisionOfFeed())
    }
    expect(new Set(seen).size).toBe(3)
  })

  it('can be changed after it began, without a conflict', async () => {
    await change({ ...text, 'announcement.from': '2026-06-01T13:00:00Z' })
    const { revision } = await read()
    await turnSettings(backend.db, new Date('2026-06-01T13:00:00Z'))
    expect(await change({ 'announcement.from': null }, revision)).toMatchObject({ code: 200 })
  })

  it.each([
    ['order', '2026-06-03T00:00:00Z', '2026-06-02T00:00:00Z'],
    ['over', null, '2026-06-01T11:00:00Z'],
  ])('is refused with the reason %s', async (problem, from, until) => {
    const times = { 'announcement.from': from, 'announcement.until': until }
    expect(await change({ ...text, ...times })).toMatchObject({
      reason: 'setting_refused',
      details: { problem },
      fields: ['announcement.until'],
    })
  })
})

describe('registration', () => {
  const ADA = { username: 'ada_lovelace', email: 'ada@example.com', password: 'engine-1843' }
  async function tries(email: string) {
    const { post } = clientOf(backend)
    await post('/sms/verify_code', { data: email })
    const code = codeIn(backend.messages, email)
    return (await post('/auth/sign_in', { ...ADA, email, code })).reason ?? 'registered'
  }

  it.each([
    ['open', 'example.org', 'ada@example.com', 'registered'],
    ['closed', 'example.com', 'ada@example.com', 'registration_closed'],
    ['listed', 'EXAMPLE.com, example.org', 'ada@example.com', 'registered'],
    ['listed', 'ada@example.com', 'Ada@Example.com', 'registered'],
    ['listed', 'ada@example.com', 'eve@example.com', 'registration_closed'],
    ['listed', '@ample.com', 'ada@example.com', 'registration_closed'],
    ['listed', 'example.com', 'ada@mail.example.com', 'registration_closed'],
  ])('that is %s with “%s”: %s is %s', async (registration, allowed, email, expected) => {
    expect(await change({ registration, registration_allowed: allowed })).toMatchObject({
      code: 200,
    })
    expect(await tries(email)).toBe(expected)
  })

  it('refuses a list that lets no one in, and an entry that is neither address nor domain', async () => {
    expect(await change({ registration: 'listed' })).toMatchObject({
      reason: 'setting_refused',
      details: { problem: 'none_allowed' },
    })
    for (const registration_allowed of ['example', 'a@b@example.org', 'exa mple.org;-', '*']) {
      expect(await change({ registration_allowed })).toMatchObject({ reason: 'invalid_input' })
    }
  })

  it('keeps the list from pages, which do not show it', async () => {
    await change({ registration: 'listed', registration_allowed: 'ada@example.com' })
    expect((await shown()).values).toMatchObject({
      registration: 'listed',
      registration_allowed: null,
    })
  })
})

describe('a page that the operator writes', () => {
  it('is a text per language, and not the name of a file that a variable holds', async () => {
    await change({ 'imprint.de': '# Angaben\n\nAda' })
    expect((await shown()).values).toMatchObject({
      'imprint.de': '# Angaben\n\nAda',
      'imprint.en': null,
    })
    expect(await change({ 'terms.en': 'Terms' })).toMatchObject({ reason: 'field_fixed' })
    expect((await shown()).values['terms.en']).toBeNull()
  })

  it('takes 20 000 characters of any script, and nothing that is not seen', async () => {
    expect(await change({ 'privacy.ja': '字'.repeat(20_000) })).toMatchObject({ code: 200 })
    expect(await change({ 'privacy.ja': 'a'.repeat(20_001) })).toMatchObject({ code: 400 })
    expect(await change({ 'privacy.ja': '\u200b' })).toMatchObject({ code: 400 })
  })
})

it('another backend process follows a change, and turns the times that have come', async () => {
  const names = { SITE_NAME: 'Keystrip', SUPPORT_EMAIL: 'help@x.example', siteUrl: 'x' }
  const overrides = { account_quota_mb: '7' }
  const { site, accountQuota, take } = createFollowed({ ...names, overrides })
  expect(accountQuota()).toBe(7 * 1024 * 1024)
  await change({
    site_name: 'Icons',
    account_quota_mb: '50',
    'announcement.from': '2026-06-01T13:00:00Z',
  })
  backend.setClock('2026-06-01T13:00:01Z')
  const before = await revisionOfFeed()
  const stopping = new AbortController()
  const following = followSettings({
    ...backend.parts,
    signal: stopping.signal,
    take(settings) {
      take(settings)
      stopping.abort()
    },
  })
  await following
  expect(site).toMatchObject({ name: 'Icons', supportEmail: 'help@x.example' })
  expect(accountQuota()).toBe(50 * 1024 * 1024)
  expect(await revisionOfFeed()).toBeGreaterThan(before)
})
