import { text } from 'node:stream/consumers'
import { beforeEach, expect, it } from 'vitest'
import { answer } from '#tests/support/faulty-backend.ts'
import { post } from '#tests/support/posted-forms.ts'
import { startBehindWebApp } from '#tests/support/session.ts'

let bodies: string[] = []
const backend = await startBehindWebApp()
beforeEach(() => {
  bodies = []
  backend.behave(async (req, res) => {
    bodies.push(await text(req))
    answer(res, 200, null)
  })
})

/** Posts the form with what may start the runs of a publisher, with these boxes ticked. */
async function postEvents(events: string[]) {
  const fields = [
    ['to', '/de/home/user/settings/icon/a1'],
    ['id', 'p1'],
    ...events.map((event) => ['events', event]),
  ]
  const { status, headers } = await post('account-events', { fields })
  return [status, headers.get('location')]
}
const back = (outcome: string) => [
  303,
  `/de/home/user/settings/icon/a1?result=events.${outcome}#events-result`,
]

it('sends the events that are ticked, and leads back to the list', async () => {
  expect(await postEvents(['schedule', 'push'])).toEqual(back('done'))
  expect(backend.requests[0]).toMatchObject({ method: 'PUT', url: '/api/v1/account/publishers' })
  expect(bodies.map((body): unknown => JSON.parse(body))).toEqual([
    { id: 'p1', events: ['push', 'schedule'] },
  ])
})

it.each([
  ['none', [], 'no_events'],
  ['one that is not in the form', ['pull_request_target'], 'refused'],
])('sends nothing if %s is ticked', async (_, events, outcome) => {
  expect(await postEvents(events)).toEqual(back(outcome))
  expect(backend.requests).toHaveLength(0)
})
