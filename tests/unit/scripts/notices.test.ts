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
  expect(notices({ [variable]: value })).toEqual([
    `${name} shows support@keystrip.example, an example; set SUPPORT_EMAIL.`,
    `${name} shows https://chat.keystrip.example, an example; set CHAT_URL.`,
  ])
})
