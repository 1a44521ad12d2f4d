import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseConfig } from '#backend/config.ts'
import { parseEnv } from '#lib/env.ts'
import { noticesOf } from '#scripts/settings/notices.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'notices-'))
  writeFileSync(path.join(folder, 'imprint.md'), '# Imprint')
})
afterAll(() => rmSync(folder, { recursive: true }))

function notices(variables: Record<string, string>) {
  const DATABASE_URL = 'postgres://localhost/x'
  const config = parseConfig({ DATABASE_URL, ...variables })
  return noticesOf(variables, { env: parseEnv(variables), config }).map(({ text }) => text)
}

it('nothing is wrong with a site without configuration, nor with one of its own', () => {
  const system = {
    HOME: '/root',
    SHELL: '/bin/sh',
    LOGNAME: 'root',
    HOSTNAME: 'a',
    LANG: 'C',
    PGHOST: 'db',
    OTEL_TRACES_EXPORTER: 'otlp',
    GITHUB_SERVER_URL: 'https://git.example.org',
  }
  expect(notices(system)).toEqual([])
  const own = {
    SITE_URL: 'https://icons.example.org',
    TRUSTED_PROXIES: '127.0.0.1',
    SITE_NAME: 'Icons',
    SUPPORT_EMAIL: 'help@example.org',
    CHAT_URL: 'https://chat.example.org',
    SMTP_URL: 'smtps://ada:engine@mail.example.org',
    SMTP_URL_FILE: '/run/secrets/smtp',
    IMPRINT_FILE: path.join(folder, 'imprint.md'),
  }
  expect(notices(own)).toEqual([])
})

it.each([
  ['SITE_NMAE', 'SITE_NAME'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SMTP_ULR', 'SMTP_URL'],
  ['site_url', 'SITE_URL'],
  ['HOSTS', undefined],
  ['\ufeffSITE_URL', 'SITE_URL'],
  ['IMPRINT_FIL', 'IMPRINT_FILE'],
  ['GITHUB_CLIENT_SECRT', 'GITHUB_CLIENT_SECRET'],
])('the variable %s is named with the one that is meant: %s', (name, meant) => {
  expect(notices({ [name]: 'x' })).toEqual(
    meant === undefined ? [] : [`${name} is not a variable of the site: did you mean ${meant}?`],
  )
})

it('a misspelt variable beside the right one belongs to another program', () => {
  expect(notices({ SITE_NAMES: 'x', SITE_NAME: 'Keystrip', SUPPORT_EMAIL: 'a@b.example' })).toEqual(
    [expect.stringContaining('CHAT_URL')],
  )
})

it.each(['IMPRINT_FILE', 'PRIVACY_FILE', 'TERMS_FILE'])('a missing file of %s is named', (name) => {
  const file = path.join(folder, 'missing.md')
  expect(notices({ [name]: file })).toEqual([
    `The file ${file} of ${name} does not exist: the page that the footer links is an error.`,
  ])
})

it.each([
  ['smtp://ada:engine@mail.example.org:587', true],
  ['smtp://ada:engine@mail.example.org:587?requireTLS=true', false],
  ['smtp://mail.example.org:25', false],
  ['smtp://ada:engine@127.0.0.1:1025', false],
  ['smtps://ada:engine@mail.example.org', false],
])('a password for mail without TLS is reported, without it: %s', (SMTP_URL, isReported) => {
  const found = notices({ SMTP_URL })
  expect(found).toEqual(isReported ? [expect.stringContaining('without TLS')] : [])
  expect(found.join()).not.toContain('engine')
})

it.each([
  ['SITE_NAME', 'Icons'],
  ['SITE_URL', 'https://icons.example.org'],
])('example addresses are reported on a site with a name or an address: %s', (variable, value) => {
  const name = variable === 'SITE_NAME' ? value : 'Keystrip'
  expect(notices({ [variable]: value, TRUSTED_PROXIES: '::1' })).toEqual([
    `${name} shows support@keystrip.example, an example; set SUPPORT_EMAIL.`,
    `${name} shows https://chat.keystrip.example, an example; set CHAT_URL.`,
  ])
})

const OWN = { SITE_NAME: 'Icons', SUPPORT_EMAIL: 'a@b.example', CHAT_URL: 'https://c.example' }

it.each([
  [{ SITE_URL: 'https://icons.example.org' }, true],
  [{ SITE_URL: 'https://icons.example.org', TRUSTED_PROXIES: '10.0.0.0/8' }, false],
  [{ SITE_URL: 'http://icons.example.org' }, true],
  [{ SITE_URL: 'http://192.168.1.4' }, true],
  [{ SITE_URL: 'http://192.168.1.4:3000' }, false],
  [{ SITE_URL: 'http://192.168.1.4:3000', HOST: '127.0.0.1' }, true],
  [{ SITE_URL: 'http://icons.example.org', PORT: '80' }, false],
  [{ SITE_URL: 'https://localhost' }, false],
  [{ SITE_URL: 'http://localhost:8080' }, false],
  [{ SITE_URL: 'https://[::1]:8443' }, false],
  [{}, false],
])('an address that a proxy answers at is reported without one that is trusted: %o', (set, is) => {
  const found = notices({ ...OWN, ...set })
  expect(found).toEqual(is ? [expect.stringContaining('Write TRUSTED_PROXIES=127.0.0.1')] : [])
})

it.each([
  ['DATA_DIR', '/srv/data # on the second disk', true],
  ['DATA_DIR', '"/srv/data" # on the second disk', true],
  ['DATA_DIR', '/srv/data#2', false],
  ['BACKUP_PASSPHRASE', 'correct # horse', false],
])('a comment that became a part of %s is reported: %s', (name, value, isReported) => {
  expect(notices({ [name]: value })).toEqual(
    isReported ? [expect.stringContaining(`${name} contains “#” beside a space`)] : [],
  )
})
