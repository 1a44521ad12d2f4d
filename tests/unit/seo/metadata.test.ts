import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '#lib/contract/locale.ts'
import { paths } from '#lib/paths.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import messages from '#messages/en.json' with { type: 'json' }

const SITE = 'http://localhost:3000'
const t = createTranslator({ locale: 'en', messages, timeZone: 'UTC' })
const TEXTS = { title: 'Icon packs', description: 'All of them.' }

describe('the metadata of a page', () => {
  it('names its own address as canonical, and all languages', () => {
    const { alternates, robots } = pageMetadata(t, {
      locale: 'fr',
      path: paths.list('icon'),
      ...TEXTS,
    })
    expect(robots).toBeUndefined()
    expect(alternates?.canonical).toBe(`${SITE}/fr/home/iconpack`)
    expect(Object.keys(alternates?.languages ?? {})).toEqual([...LOCALES, 'x-default'])
  })

  it('links its feed with a title', () => {
    const feedOf = (feed?: Parameters<typeof pageMetadata>[1]['feed']) =>
      pageMetadata(t, { locale: 'fr', path: paths.home, ...TEXTS, ...(feed && { feed }) })
        .alternates?.types?.['application/atom+xml']
    const path = '/feeds/fr/search.xml?q=sun'
    expect(feedOf()).toEqual([
      { url: `${SITE}/feeds/fr/all.xml`, title: 'New projects · Keystrip' },
    ])
    expect(feedOf('icon')).toEqual([
      { url: `${SITE}/feeds/fr/icon.xml`, title: 'Icon packs · Keystrip' },
    ])
    expect(feedOf({ author: 'Ada' })).toEqual([
      { url: `${SITE}/feeds/fr/author/Ada.xml`, title: 'Ada · Keystrip' },
    ])
    expect(feedOf({ term: 'sun', path })).toEqual([
      { url: SITE + path, title: 'Search for sun · Keystrip' },
    ])
  })

  it('that is not indexed has neither canonical address nor translations', () => {
    const path = `${paths.list('icon')}?sort=name` as const
    const { alternates, robots, openGraph } = pageMetadata(t, {
      locale: 'en',
      path,
      ...TEXTS,
      isIndexed: false,
    })
    expect(robots).toEqual({ index: false, follow: true })
    expect(alternates).not.toHaveProperty('canonical')
    expect(alternates).not.toHaveProperty('languages')
    expect(openGraph?.url).toBe(`${SITE}/home/iconpack?sort=name`)
  })

  it('has Open Graph with languages and a picture with size, type and text, and a card', () => {
    const { openGraph, twitter } = pageMetadata(t, { locale: 'ja', path: paths.login(), ...TEXTS })
    expect(openGraph).toMatchObject({
      ...TEXTS,
      type: 'website',
      siteName: 'Keystrip',
      url: `${SITE}/ja/login`,
      locale: 'ja_JP',
      alternateLocale: ['en_US', 'fr_FR', 'zh_CN', 'de_DE'],
      images: [{ width: 1200, height: 630, type: 'image/jpeg', alt: 'Icon packs' }],
    })
    expect(twitter).toMatchObject({ card: 'summary_large_image', ...TEXTS })
  })

  it('has the properties of its Open Graph type', () => {
    const article = {
      type: 'article',
      publishedTime: '2026-01-01T00:00:00.000Z',
      modifiedTime: '2026-01-02T00:00:00.000Z',
      authors: [`${SITE}/home/author/Ada`],
      section: 'Weather',
      tags: ['sun'],
    } as const
    const of = (subject: Parameters<typeof pageMetadata>[1]['subject']) =>
      pageMetadata(t, {
        locale: 'en',
        path: paths.home,
        ...TEXTS,
        ...(subject && { subject: { ...subject } }),
      }).openGraph
    expect(
      of({ ...article, authors: [...article.authors], tags: [...article.tags] }),
    ).toMatchObject(article)
    expect(of({ type: 'profile', username: 'Ada' })).toMatchObject({
      type: 'profile',
      username: 'Ada',
    })
  })
})
