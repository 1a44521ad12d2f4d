import { beforeEach, describe, expect, it } from 'vitest'
import { answer } from '#tests/support/faulty-backend.ts'
import { COMPLETE, ME, readJson, startPlainSite, toForm } from '#tests/support/plain-form.ts'
import { setCookies, SITE } from '#tests/support/session.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const site = await stoppedAtEnd(startPlainSite())
beforeEach(() => site.reset())

describe('a rejected form', () => {
  it('is a draft that keeps its files, under the key of the form', async () => {
    await site.post(toForm({ ...COMPLETE, category: '' }))
    expect(site.drafts()).toEqual([
      expect.objectContaining({
        key: COMPLETE.key,
        kind: 'icon',
        title: 'Orchard',
        project_id: null,
        file_ids: ['mine_iconpack', 'cover_png', 'cover_png'],
      }),
    ])
  })

  it('is kept for a day, with a message, if the account has too many drafts', async () => {
    site.answerInstead('POST /account/forms', async (req, res) => {
      const { kind, content } = await readJson(req)
      if (kind === undefined) return answer(res, 200, { id: `day-${content.errors.length}` })
      res.writeHead(409, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ code: 409, message: '', data: null, reason: 'too_many_drafts' }))
    })
    const { location } = await site.post(toForm({ ...COMPLETE, category: '' }))
    expect(location).toBe('/home/user/uploadicon?draft=day-2#errors')
  })
})

async function postSignedOut(form: FormData) {
  const { sessionCookies } = await import('#lib/session/session.ts')
  const cookies = await sessionCookies({ token: 'old', user: ME })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { response, location } = await site.post(form, { cookie })
  expect(setCookies(response.headers).get('session')?.value).toBe('')
  const back = new URL(location, SITE).searchParams.get('redirect') ?? ''
  return new URL(back, SITE).searchParams
}

it('the texts of a form that is posted after the end of the session are kept for its account', async () => {
  let held: unknown
  site.answerInstead('POST /account/forms/held', async (req, res) => {
    held = await readJson(req)
    answer(res, 200, { id: 'held-1' })
  })
  expect((await postSignedOut(toForm(COMPLETE))).get('draft')).toBe('held-1')
  expect(held).toMatchObject({
    uid: 'u1',
    content: {
      values: { title: 'Orchard', file: null },
      errors: [{ field: null, error: 'signed_out' }],
    },
  })
  expect(site.uploads()).toBe(0)
})

it('a form that cannot be kept after the end of the session leads back with the reason', async () => {
  site.answerInstead('POST /account/forms/held', (_, res) => answer(res, 413, null))
  const query = await postSignedOut(toForm(COMPLETE))
  expect(Object.fromEntries(query)).toEqual({ errors: '.signed_out' })
})
