import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseConfig } from '#backend/config.ts'
import { parseEnv } from '#lib/env.ts'
import { commandVariables } from '#scripts/settings/configuration.ts'
import { flagSchema, listSchema, parseVariables, portSchema } from '#lib/variables.ts'

const schema = z.object({ PORT: portSchema.default(3000), PROXIES: listSchema })

describe('environment variables', () => {
  it('count as unset when they are empty', () => {
    expect(parseVariables(schema, { PORT: '', PROXIES: '' })).toEqual({ PORT: 3000, PROXIES: [] })
  })

  it('are reported all in one sentence, without their values', () => {
    const parse = () =>
      parseVariables(z.object({ A: portSchema, B: flagSchema }), { A: 'x', B: 'y' })
    expect(parse).toThrow(/^Configuration: bad value for A \([^)]+\), B \([^)]+\)\.$/)
  })

  it('with a prefix are parsed without it and reported with it', () => {
    const provider = z.object({ PORT: portSchema.optional() })
    expect(parseVariables(provider, { PORT: '1', GITHUB_PORT: '2' }, 'GITHUB_')).toEqual({
      PORT: 2,
    })
    expect(() => parseVariables(provider, { GITHUB_PORT: 'x' }, 'GITHUB_')).toThrow('GITHUB_PORT (')
  })

  it('of the backend fail in the same format', () => {
    const source = { DATABASE_URL: 'postgres://localhost/x', GITHUB_TOKEN_URL: 'ftp://secret' }
    expect(() => parseConfig(source)).toThrow(/^Configuration: bad value for GITHUB_TOKEN_URL \(/)
    expect(() => parseConfig(source)).not.toThrow('secret')
  })
})

describe('a value with what its file or editor has added', () => {
  const DATABASE_URL = 'postgres://localhost/x'
  it.each([
    ['a space behind it', 'https://icons.example.org '],
    ['a line end of Windows', 'https://icons.example.org\r'],
    ['a line break', 'https://icons.example.org\n'],
    ['quotation marks', '"https://icons.example.org"'],
    ['quotation marks and a line end', "'https://icons.example.org'\r\n"],
  ])('%s is parsed without it', (_, SITE_URL) => {
    expect(parseConfig({ DATABASE_URL, SITE_URL }).siteUrl).toBe('https://icons.example.org')
    expect(parseEnv({ SITE_URL }).SITE_URL).toBe('https://icons.example.org')
  })

  it('of files, folders and hosts too', () => {
    const web = parseEnv({ HOST: ' ::1\r', IMPRINT_FILE: '"/etc/the imprint.md"', PORT: '3001\r' })
    expect(web).toMatchObject({ HOST: '::1', IMPRINT_FILE: '/etc/the imprint.md', PORT: 3001 })
    const { DATA_DIR, SMTP_URL } = parseConfig({
      DATABASE_URL,
      DATA_DIR: '.data\r',
      SMTP_URL: '""',
    })
    expect([DATA_DIR, SMTP_URL]).toEqual(['.data', undefined])
  })

  it.each([
    ['SITE_NAME', 'Icons\nand keys'],
    ['HOST', '   '],
    ['IMPRINT_FILE', '/etc/imprint.md\n/etc/privacy.md'],
    ['TERMS_FILE', '  '],
    ['DRAIN_SECONDS', '  '],
    ['PORT', '\t'],
    ['SURROGATE_KEYS', ' '],
  ])('a line end within it, or nothing but spaces, is refused: %s', (name, value) => {
    expect(() => parseEnv({ [name]: value })).toThrow(
      new RegExp(`^Configuration: bad value for ${name} \\([^)]+\\)\\.$`),
    )
  })

  it('a passphrase is taken as it is', () => {
    const { BACKUP_PASSPHRASE } = commandVariables({ BACKUP_PASSPHRASE: '"correct horse" ' })
    expect(BACKUP_PASSPHRASE).toBe('"correct horse" ')
  })
})

describe('an address with a password', () => {
  const DATABASE_URL = 'postgres://localhost/x'
  const SCHEMES = {
    SMTP_URL: 'smtp',
    DATABASE_URL: 'postgres',
    CACHE_URL: 'redis',
    STORAGE_URL: 's3',
  }
  const NAMES = ['SMTP_URL', 'DATABASE_URL', 'CACHE_URL', 'STORAGE_URL'] as const
  const PASSWORDS = [
    'se@cret',
    'se#cret',
    '25#cret',
    'se/cret',
    'se?cret',
    'se@c#r/e?t',
    '50%cret',
    'secret@',
  ]

  it.each(NAMES.flatMap((name) => PASSWORDS.map((password) => [name, password] as const)))(
    '%s with the password %s is refused in a sentence without any of it',
    (name, password) => {
      const address = `${SCHEMES[name]}://ada:${password}@host.example/bucket`
      const parse = () => parseConfig({ DATABASE_URL, [name]: address })
      expect(parse).toThrow(
        `Configuration: bad value for ${name} (user name and password have to be percent-encoded: @ as %40, # as %23, / as %2F, ? as %3F, % as %25).`,
      )
      expect(parse).not.toThrow(/cret|host/)
    },
  )

  it('takes it percent-encoded, and an address without', () => {
    const login = `ada:${encodeURIComponent('se@c#r/e?t%:')}`
    const config = parseConfig({
      DATABASE_URL: `postgres://${login}@host.example/x?sslmode=require`,
      SMTP_URL: `smtps://${login}@host.example:465`,
      CACHE_URL: `rediss://${login}@host.example/1?prefix=k:`,
      STORAGE_URL: `s3://${login}@host.example/bucket`,
    })
    expect(config.CACHE_URL?.password).toBe('se@c#r/e?t%:')
    expect(config.STORAGE_URL?.credentials?.secretAccessKey).toBe('se@c#r/e?t%:')
    expect(parseConfig({ DATABASE_URL, SMTP_URL: 'smtp://mail.example:25' }).SMTP_URL).toBe(
      'smtp://mail.example:25',
    )
  })
})

it('variables that are set are the overrides of settings', () => {
  const { overrides: set } = parseConfig({
    DATABASE_URL: 'postgres://x@db/x',
    SITE_NAME: ' "Icons" ',
    APP_NAME: '',
    SUPPORT_EMAIL: 'ada@example.com',
  })
  expect(set).toEqual({ site_name: 'Icons', support_email: 'ada@example.com' })
})
