import { beforeEach, describe, expect, it } from 'vitest'
import { pluginRepository } from '#tests/support/github-stub.ts'
import { storedFiles } from '#tests/support/publishing.ts'
import { packageOf, releaseOf, startReleases } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const site = await stoppedAtEnd(startReleases())
beforeEach(() => site.begin())

describe('a release', () => {
  const changed = { 'a.win32.flexplugin': packageOf('9.0.0') }
  it.each([
    ['no such tag', () => site.release([releaseOf('1.1.3')]), 'no_release'],
    ['a draft', () => site.release([releaseOf('1.2.0', { draft: true })]), 'release_draft'],
    [
      'a package of another version',
      () => site.release([releaseOf('1.2.0', { assets: changed })]),
      'package_mismatch',
    ],
    [
      'a package that is none',
      () =>
        site.release([releaseOf('1.2.0', { assets: { 'a.flexplugin': Buffer.from('<html>') } })]),
      'wrong_type',
    ],
    [
      'an author who no longer owns the repository',
      () => site.release([releaseOf('1.2.0')], { files: pluginRepository().files }),
      'owner_unproved',
    ],
    [
      'another owner, although the file of the author is still in it',
      () => site.release([releaseOf('1.2.0')], { ownerId: 4242 }),
      'repository_transferred',
    ],
    [
      'another repository under its name',
      () => site.release([releaseOf('1.2.0')], { id: 4242 }),
      'repository_replaced',
    ],
    [
      'a deleted repository',
      () => site.github.behave((res) => void res.writeHead(404).end('{}')),
      'no_repository',
    ],
  ])('with %s is refused with its reason, and leaves no file', async (_, prepare, reason) => {
    prepare()
    const before = await storedFiles(site.backend)
    expect(await site.send()).toMatchObject({ reason: 'release_refused', details: { reason } })
    expect(await site.items()).toMatchObject([{ state: 'refused', reason }])
    expect(await storedFiles(site.backend)).toEqual(before)
    expect(await site.readPlugin()).toMatchObject({ version: '1.1.3' })
  })

  it.each(['v1.2.0.1', 'r12', '2024-01-05', '20240105', 'v1.2.0-beta_1'])(
    'with the tag %s is refused: it is no version',
    async (tag) => {
      site.release([releaseOf('1.2.0', { tag })])
      expect(await site.send(site.noticeOf({ tag }))).toMatchObject({
        reason: 'release_refused',
        details: { reason: 'bad_version' },
      })
    },
  )
})
