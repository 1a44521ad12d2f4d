import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parse } from 'parse5'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { codeMessage } from '#backend/mail/messages.ts'
import { createSender } from '#backend/mail/sender.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mail-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A message of a site with this name, parsed as by a mail client. */
async function received(name: string) {
  const saved: string[] = []
  const from = 'no-reply@keystrip.example'
  const send = createSender({ server: undefined, from, folder, onSaved: (f) => saved.push(f) })
  const content = { locale: 'en', purpose: 'enter', code: '123456', minutes: 10 } as const
  const site = { name, url: 'https://a.example', supportEmail: 'help@a.example' }
  await send(codeMessage({ ...content, to: 'ada@example.com', site }))
  return PostalMime.parse(await readFile(saved[0] ?? ''))
}

describe.each(HOSTILE_STRINGS.filter(([, text]) => text.length < 100))('%s', (_, text) => {
  it('in the name of the site adds no header and no element to a mail', async () => {
    const mail = await received(text)
    expect(mail.to).toEqual([{ address: 'ada@example.com', name: '' }])
    expect(mail.bcc).toBeUndefined()
    expect(mail.headers.map(({ key }) => key)).not.toContain('set-cookie')
    expect(mail.subject).toMatch(/^123456 is your code for/)
    expect(mail.text).toContain('It’s valid for 10 minutes.')
    const html = parse(mail.html ?? '')
    expect(
      JSON.stringify(html, (key, value) => (key === 'parentNode' ? undefined : value)),
    ).not.toContain('"nodeName":"script"')
  })
})

it('replacement patterns in the name of the site are not expanded', async () => {
  const mail = await received('$& $1 $` {code} {minutes}')
  expect(mail.subject).toBe('123456 is your code for $& $1 $` {code} {minutes}')
})

it.each(['a\r\nbcc: eve@example.com', 'a\u0000b', 'a\u202eb'])(
  '%j is no name of a site',
  (name) => {
    expect(() => parseEnv({ SITE_NAME: name })).toThrow('SITE_NAME')
  },
)
