import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Delivery } from '#lib/contract/release.ts'
import { ReleaseReason } from '#components/creator/own/release-list.tsx'

import messages from '#messages/en.json' with { type: 'json' }

const AT = '2026-06-01T12:00:00.000Z'

/** What the list says about a delivery, without its markup. */
function reasonOf(said: Partial<Delivery>) {
  const delivery: Delivery = {
    id: 'one',
    origin: 'workflow',
    tag: 'v1.2.0',
    version: null,
    state: 'refused',
    reason: null,
    details: {},
    received_at: AT,
    finished_at: AT,
    ...said,
  }
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ReleaseReason delivery={delivery} />
    </NextIntlClientProvider>,
  ).replaceAll(/<[^>]*>/g, '')
}

describe('the reason of a delivery', () => {
  it('is missing for one that was published', () => {
    expect(reasonOf({ state: 'published' })).toBe('')
  })

  it('of a package that is not valid names the package, and what is wrong in it', () => {
    const details = { code: 'manifest_field', entry: 'manifest.json', field: 'uuid' }
    expect(reasonOf({ reason: 'bad_archive', details: { ...details, name: 'a.flexplugin' } })).toBe(
      'a.flexplugin · In “manifest.json” the field “uuid” is missing or not valid.',
    )
  })

  it('is general for an unknown fault of a package', () => {
    const details = { code: 'of_the_future', name: 'a.flexplugin' }
    expect(reasonOf({ reason: 'bad_archive', details })).toBe(
      'a.flexplugin · The archive is damaged or unsafe',
    )
  })

  it.each([
    ['github_limit', 'GitHub isn’t accepting any more requests for now.'],
    ['github_slow', 'GitHub isn’t responding as it should.'],
    ['asset_unreachable', 'A package of the release can’t be downloaded.'],
    ['overloaded', 'This site is busy.'],
  ])('of a waiting one, %s, asks nothing of its author', (reason, words) => {
    expect(reasonOf({ state: 'waiting', reason })).toBe(
      `${words} The site will try again by itself.`,
    )
  })

  it('is its code where it is unknown', () => {
    expect(reasonOf({ reason: 'of_the_future' })).toBe('of_the_future')
  })
})
