import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBuckets } from '#lib/limits/buckets.ts'
import { createGuard } from '#server/limits.ts'
import { createPolicyReports } from '#server/policy-reports.ts'
import { type StubSite, startSite } from './stub-site.ts'

let site: StubSite
let now: number
let lines: object[]

beforeEach(async () => {
  now = 0
  lines = []
  const log = { warn: (details: object) => void lines.push(details) }
  site = await startSite((_req, res) => void res.end('a page'), {
    reports: createPolicyReports('https://keystrip.test', log, () => now),
  })
})
afterEach(() => site.stop())

const PAGE = 'https://keystrip.test/fr/home/iconpack/detail/0a1b?token=secret#x'

const oldFormat = (values: Record<string, unknown> = {}) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': PAGE,
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'inline',
      'script-sample': 'secret',
      ...values,
    },
  })
const newFormat = (values: Record<string, unknown> = {}) =>
  JSON.stringify([
    {
      type: 'csp-violation',
      age: 1,
      user_agent: 'secret',
      body: {
        documentURL: PAGE,
        effectiveDirective: 'script-src-elem',
        blockedURL: 'https://evil.example/a.js?secret',
        sample: 'secret',
        ...values,
      },
    },
    { type: 'deprecation', body: { id: 'other' } },
  ])

async function report(body: string, type = 'application/csp-report') {
  const { status } = await site.ask('/api/policy-reports', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
  return status
}

it('logs the directive, what was blocked and the kind of page, in both formats', async () => {
  expect(await report(oldFormat())).toBe(204)
  expect(await report(newFormat(), 'application/reports+json')).toBe(204)
  const page = '/home/iconpack/detail'
  expect(lines).toEqual([
    { directive: 'script-src-elem', blocked: 'inline', page, reports: 1 },
    { directive: 'script-src-elem', blocked: 'https://evil.example', page, reports: 2 },
  ])
})

it('logs no names, queries or samples', async () => {
  await report(oldFormat({ 'document-uri': 'https://keystrip.test/home/user/icon/ada?secret' }))
  await report(oldFormat({ 'document-uri': 'https://keystrip.test/home/author/ada' }))
  await report(oldFormat({ 'blocked-uri': 'data:text/html,secret ada' }))
  expect(JSON.stringify(lines)).not.toMatch(/secret|ada|0a1b/)
  expect(lines).toHaveLength(3)
})

it('leaves out browser extensions and pages of other sites', async () => {
  await report(oldFormat({ 'blocked-uri': 'chrome-extension://abc/x.js' }))
  await report(oldFormat({ 'source-file': 'moz-extension' }))
  await report(newFormat({ sourceFile: 'safari-web-extension://x' }), 'application/reports+json')
  await report(oldFormat({ 'document-uri': 'https://other.example/' }))
  expect(lines).toEqual([])
})

it('logs ten lines a minute and counts the others', async () => {
  for (let at = 0; at < 15; at += 1) await report(oldFormat())
  expect(lines).toHaveLength(10)
  now += 60_000
  await report(oldFormat())
  expect(lines.at(-1)).toMatchObject({ reports: 16 })
})

describe('what is no report', () => {
  it.each([
    ['text', 'hello', 'application/csp-report', 400],
    ['other JSON', '[]', 'application/csp-report', 400],
    [
      'many reports',
      `[${'{"type":"x"},'.repeat(20)}{"type":"x"}]`,
      'application/reports+json',
      400,
    ],
    [
      'a directive with text',
      oldFormat({ 'effective-directive': 'x\nline' }),
      'application/csp-report',
      400,
    ],
    ['a long body', ' '.repeat(8193) + oldFormat(), 'application/csp-report', 413],
    ['another type', oldFormat(), 'text/plain', 415],
    ['a prototype', '{"__proto__":{"csp-report":{}}}', 'application/csp-report', 400],
  ])('%s is refused and not logged', async (_, body, type, status) => {
    expect(await report(body, type)).toBe(status)
    expect(lines).toEqual([])
  })
})

it('accepts a bounded number of reports of an address, without affecting its pages', async () => {
  await site.stop()
  const buckets = createBuckets({ factor: 0.05, now: () => 0 })
  const log = { warn: (details: object) => void lines.push(details) }
  site = await startSite((_req, res) => void res.end('a page'), {
    reports: createPolicyReports('https://keystrip.test', log, () => now),
    guard: createGuard({ buckets, endStalled: () => false }),
  })
  const statuses = []
  for (let at = 0; at < 5; at += 1) statuses.push(await report(oldFormat()))
  expect(statuses).toEqual([204, 204, 204, 429, 429])
  expect((await site.ask('/home')).status).toBe(200)
})
