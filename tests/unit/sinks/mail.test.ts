import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parse } from 'parse5'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { codeLetter } from '#backend/mail/letter.ts'
import { createSender } from '#backend/mail/sender.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mail-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A message about a site of that name, as a mail program reads it. */
async function received(site: string) {
  const kept: string[] = []
  const from = 'no-reply@keystrip.example'
  const send = createSender({ smtpUrl: undefined, from, folder, onKept: (f) => kept.push(f) })
  const about = { locale: 'en', purpose: 'enter', code: '123456', minutes: 10 } as const
  await send(codeLetter({ ...about, to: 'ada@example.com', site, siteUrl: 'https://a.example' }))
  return PostalMime.parse(await readFile(kept[0] ?? ''))
}

describe.each(HOSTILE_STRINGS.filter(([, text]) => text.length < 100))('%s', (_, text) => {
  it('in the name of the site adds no header and no element to a mail', async () => {
    const mail = await received(text)
    expect(mail.to).toEqual([{ address: 'ada@example.com', name: '' }])
    expect(mail.bcc).toBeUndefined()
    expect(mail.headers.map(({ key }) => key)).not.toContain('set-cookie')
    expect(mail.subject).toMatch(/^123456 is your code for/)
    expect(mail.text).toContain('It is good for 10 minutes.')
    const html = parse(mail.html ?? '')
    expect(
      JSON.stringify(html, (key, value) => (key === 'parentNode' ? undefined : value)),
    ).not.toContain('"nodeName":"script"')
  })
})

it('the marks of a replacement in the name of the site mean nothing', async () => {
  const mail = await received('$& $1 $` {code} {minutes}')
  expect(mail.subject).toBe('123456 is your code for $& $1 $` {code} {minutes}')
})

it.each(['a\r\nbcc: eve@example.com', 'a\u0000b', 'a\u202eb'])(
  '%j is no name of a site',
  (name) => {
    expect(() => parseEnv({ SITE_NAME: name })).toThrow('SITE_NAME')
  },
)
