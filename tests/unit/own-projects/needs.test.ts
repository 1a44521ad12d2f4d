import { describe, expect, it } from 'vitest'
import type { OwnProject } from '#lib/contract/own-project.ts'
import { needsOf, statesOf } from '#lib/own-projects/needs.ts'

const project = (said: Partial<OwnProject> = {}): OwnProject => ({
  id: 'a1',
  kind: 'plugin',
  title: 'Orchard',
  language: null,
  version: '1.0.0',
  cover: { url: '/c.webp', width: 1, height: 1, alt: '' },
  license: 'MIT',
  is_deprecated: false,
  undecided_packages: 0,
  hidden: null,
  hidden_reason: '',
  days: [],
  versions: [],
  scheduled: null,
  has_held_version: false,
  last_release: null,
  ...said,
})
const namesOf = (...args: Parameters<typeof needsOf>) => needsOf(...args).map(({ name }) => name)

describe('the states of a project', () => {
  it.each([
    [{}, ['published']],
    [{ visibility: 'unlisted', is_deprecated: true }, ['unlisted', 'deprecated']],
    [{ visibility: 'archived' }, ['archived']],
    [{ hidden: 'held' }, ['held']],
    [
      { scheduled: { version: '1.1.0', publish_at: '2026-06-02T00:00:00Z' } },
      ['published', 'scheduled'],
    ],
  ] as const)('%j', (said, states) => {
    expect(statesOf(project(said))).toEqual(states)
  })
})

describe('what needs attention', () => {
  it('is nothing of a project that is complete', () => {
    expect(needsOf(project(), [])).toEqual([])
    expect(namesOf(project({ last_release: { state: 'published', reason: null } }), [])).toEqual([])
  })

  it('leads to where it is solved, the most urgent first', () => {
    const draft = {
      id: 'd1',
      kind: 'plugin' as const,
      title: 'Orchard',
      project_id: 'a1',
      updated_at: '2026-06-01T00:00:00Z',
    }
    const failing = project({
      license: null,
      repository_status: 'replaced',
      last_release: { state: 'refused', reason: 'release_refused' },
      has_held_version: true,
    })
    expect(needsOf(failing, [draft])).toEqual([
      { name: 'repository', page: '/home/user/editplugin?id=a1', isUrgent: true },
      { name: 'releaseRefused', page: '/home/user/settings/plugin/a1#releases', isUrgent: true },
      { name: 'heldVersion', page: '/home/user/editplugin?id=a1#own-versions', isUrgent: false },
      { name: 'draft', page: '/home/user/editplugin?id=a1&draft=d1', isUrgent: false },
      { name: 'license', page: '/home/user/editplugin?id=a1#field-license', isUrgent: false },
    ])
    expect(namesOf(project(), [{ ...draft, project_id: 'b2' }])).toEqual([])
  })

  it.each([
    [{ packages_removed: true, owner_verified: false }, ['packages']],
    [{ owner_verified: false }, ['unverified']],
    [{ undecided_packages: 1 }, ['systems']],
    [{ owner_verified: null }, []],
    [{ last_release: { state: 'waiting', reason: null } }, ['releaseWaiting']],
    [{ last_release: { state: 'failed', reason: 'internal' } }, ['releaseFailed']],
    [{ hidden: 'hidden', license: null }, ['hidden']],
  ] as const)('%j', (said, names) => {
    expect(namesOf(project(said), [])).toEqual(names)
  })
})
