import { createTranslator } from 'next-intl'
import { expect, it } from 'vitest'
import { moderationMessage, transferMessage } from '#backend/mail/messages.ts'
import { atomFeed } from '#lib/seo/feed.ts'
import { profilePage, projectSchemaOrg } from '#lib/seo/json-ld.ts'
import { oembed } from '#lib/seo/oembed.ts'
import { authorTexts, projectTexts } from '#lib/seo/texts.ts'
import english from '#messages/en.json' with { type: 'json' }
import { buildProject } from '#tests/support/builders.ts'

const t = createTranslator({ locale: 'en', messages: english, timeZone: 'UTC' })
const MINA = { uid: 'm', name: 'takanashi-mina', display_name: '小鳥遊ミナ' }
const [SHALOM, ISOLATED] = ['שלום', '\u2068שלום\u2069']
const project = buildProject({ author: MINA })
const person = {
  '@id': 'http://localhost:3000/home/author/takanashi-mina#person',
  name: MINA.display_name,
  alternateName: MINA.name,
}

it('feeds, embeds and structured data name an author by the display name, at the address of the user name', () => {
  const about = { description: 'x', category: 'x', systems: ['Linux'] }
  expect(projectSchemaOrg('en', project, about)).toMatchObject({ author: person })
  const profile = { ...MINA, about: '', links: [], projects: [], count: 1 }
  expect(profilePage('en', profile)).toMatchObject({ mainEntity: person })
  expect(oembed('en', project, {})).toMatchObject({
    author_name: MINA.display_name,
    author_url: 'http://localhost:3000/home/author/takanashi-mina',
  })
  const feed = atomFeed({
    locale: 'en',
    title: 'All',
    subtitle: '',
    path: '/feeds/en/all.xml',
    page: '/home/index',
    entries: [{ project, summary: '' }],
  })
  expect(feed).toContain('<name>小鳥遊ミナ</name>')
  expect(feed).toContain('<uri>http://localhost:3000/home/author/takanashi-mina</uri>')
})

it('an author without a display name has no other name', () => {
  const profile = { name: 'ada', about: '', links: [], projects: [], count: 1 }
  expect(profilePage('en', profile).mainEntity).not.toHaveProperty('alternateName')
})

it('titles and descriptions of pages isolate names that could reorder them, and no others', () => {
  const author = { uid: 's', name: 'shalom', display_name: SHALOM }
  const texts = projectTexts(t, 'en', buildProject({ title: SHALOM, author, tagline: '' }), '')
  expect(texts.title).toContain(`${ISOLATED} · `)
  expect(texts.description).toContain(`by ${ISOLATED}`)
  expect(authorTexts(t, { name: SHALOM }, []).title).toContain(`${ISOLATED} · `)
  expect(JSON.stringify(projectTexts(t, 'en', project, ''))).not.toMatch(/[\u2066-\u2069]/)
})

it('mails isolate titles and names, and leave the rest as it is', () => {
  const site = { name: 'Keystrip', url: 'https://keystrip.example', supportEmail: 'a@b.example' }
  const frame = { to: 'ada@example.com', locale: 'en', site } as const
  const hidden = moderationMessage({
    ...frame,
    kind: 'icon',
    id: 'a',
    action: 'hide',
    title: SHALOM,
    reason: 'a\nשלום',
    isVersion: false,
  })
  expect(hidden.text).toContain(`“${ISOLATED}”`)
  expect(hidden.text).toContain(`a\n${ISOLATED}`)
  expect(hidden.html).toContain(`“${ISOLATED}”`)
  const transfer = { ...frame, role: 'given', id: 'a', title: 'Orchard', other: SHALOM } as const
  expect(transferMessage(transfer).text).toContain(`${ISOLATED} has proved`)
  expect(transferMessage(transfer).subject).not.toMatch(/[\u2066-\u2069]/)
})
