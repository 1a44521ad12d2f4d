import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'
import answers from '#scripts/lint/unread-answers.ts'

RuleTester.describe = describe
RuleTester.it = it

new RuleTester().run('an answer whose body is left is refused', answers.rules['no-unread'], {
  valid: [
    'const { status } = await headOnly(fetch(url))',
    'await (await fetch(url)).text()',
    'const answer = await fetch(url); expect(answer.status).toBe(200); await answer.json()',
    'const { status, body } = await fetch(url)',
    'const answer = await fetch(url); check(answer)',
    'const fetch = () => ({ status: 200 }); const { status } = await fetch()',
    'const { status } = await page.request.get(url)',
    'await page.evaluate(async () => (await fetch(url)).status)',
  ],
  invalid: [
    'expect((await fetch(url)).status).toBe(200)',
    'expect((await backend.app.request(url)).headers.get("etag")).toBeNull()',
    'await app.request(url)',
    'const { status, headers } = await fetch(url)',
    'const answer = await fetch(url); expect(answer.status).toBe(200)',
    'const ask = () => app.request(url); expect((await ask()).status).toBe(200)',
    'const ask = async () => await fetch(url); expect((await ask()).ok).toBe(true)',
  ].map((code) => ({ code, errors: 1 })),
})
