import { describe, expect, it } from 'vitest'
import { addPublisherRequestSchema } from '#lib/contract/publisher.ts'
import {
  invalidField,
  publisherErrorOf,
  readEvents,
  readPublisherForm,
  toPublisherRequest,
} from '#lib/programs/publisher-form.ts'

const ISSUER = 'https://gitlab.com'

function typed(fields: Record<string, string>) {
  return readPublisherForm(new URLSearchParams(fields))
}
const filled = (fields: Record<string, string> = {}) =>
  typed({ issuer: ISSUER, repository: 'ada/orchard', workflow: 'release.yml', ...fields })
const parse = (fields: Record<string, string>, projectId: string | null = 'project1') =>
  addPublisherRequestSchema.safeParse(
    toPublisherRequest({ values: filled(fields), events: ['push'] }, projectId),
  )

describe('the form that adds a publisher', () => {
  it('asks for a project, without the fields that are empty', () => {
    expect(parse({ environment: '', repository_id: ' ' }).data).toEqual({
      project_id: 'project1',
      issuer: ISSUER,
      repository: 'ada/orchard',
      workflow: 'release.yml',
      events: ['push'],
    })
  })

  it('asks for a first release by kind and title', () => {
    const fields = { kind: 'icon', title: ' Orchard ' }
    expect(parse(fields, null).data).toMatchObject({ first: { kind: 'icon', title: 'Orchard' } })
  })

  it.each([
    'https://github.com/ada/orchard',
    'https://github.com/ada/orchard.git',
    'http://gitlab.example/ada/orchard/',
  ])('takes the pasted address %s for its path', (repository) => {
    expect(parse({ repository }).data?.repository).toBe('ada/orchard')
  })

  it.each([
    ['repository', { repository: 'orchard' }],
    ['repository_id', { repository_id: 'x' }],
    ['owner_id', { owner_id: '-1' }],
    ['workflow', { workflow: 'release' }],
    ['environment', { environment: 'a"b' }],
  ] as const)('names the field %s if it is invalid', (field, wrong) => {
    expect(invalidField(parse(wrong).error?.issues ?? [])).toBe(field)
  })

  it('reads the events that are ticked, and needs one', () => {
    const data = new URLSearchParams()
    for (const event of ['schedule', 'push', 'pull_request_target']) data.append('events', event)
    expect(readEvents(data)).toEqual(['push', 'schedule'])
    const none = toPublisherRequest(
      { values: filled(), events: readEvents(new URLSearchParams()) },
      'p1',
    )
    const { error } = addPublisherRequestSchema.safeParse(none)
    expect(invalidField(error?.issues ?? [])).toBe('events')
  })

  it('names kind and title of a first release', () => {
    expect(invalidField(parse({ kind: 'icon', title: '' }, null).error?.issues ?? [])).toBe('title')
    const wrong = parse({ kind: 'x', title: 'Orchard' }, null)
    expect(invalidField(wrong.error?.issues ?? [])).toBe('kind')
  })
})

describe('the reason of a refusal', () => {
  it.each([
    [{ code: 400, reason: 'invalid_input', fields: ['owner_id'] }, 'owner_id'],
    [{ code: 404, reason: 'no_repository' }, 'no_repository'],
    [{ code: 404, reason: 'blocked_repository' }, 'no_repository'],
    [{ code: 404, reason: 'private_repository' }, 'private_repository'],
    [{ code: 429, reason: 'github_limit' }, 'github'],
    [{ code: 503, reason: 'github_slow' }, 'github'],
    [{ code: 409, reason: 'publisher_exists' }, 'publisher_exists'],
    [{ code: 429, reason: 'too_many' }, 'too_many'],
    [{ code: 503, reason: 'busy' }, 'unavailable'],
    [{ code: 400, reason: 'oidc_issuer' }, 'refused'],
  ] as const)('of %o is shown as %s', (refusal, error) => {
    expect(publisherErrorOf({ ...refusal })).toBe(error)
  })
})
