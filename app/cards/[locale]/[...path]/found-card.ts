import { createHash } from 'node:crypto'
import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { CANDIDATES } from '#lib/catalogue/home.ts'
import type { ShareCard } from '#components/share/card.tsx'
import { ifAvailable } from '#lib/api/if-available.ts'
import {
  readList,
  readNewest,
  readPackIcons,
  readPages,
  readPopular,
  readProject,
} from '#lib/catalogue/server.ts'
import { kindSchema, pageKindSchema } from '#lib/contract/kind-schema.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import { langOf } from '#lib/contract/language.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { shownName } from '#lib/contract/name/name.ts'
import { authorSchema, type Image } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import type { CardSubject } from '#lib/paths.ts'
import { KEYS } from '#lib/share/look.ts'
import { VERSION } from '#lib/version.ts'

/** Content of a card besides the site's own: texts and pictures. */
export type Card = Omit<ComponentProps<typeof ShareCard>, 'site' | 'lang' | 'pictures'> & {
  pictures: Image[]
}

/** Keys of a profile or page that have room for their labels. */
const STRIP_KEYS = 7
/** Number of pictures on a card of several projects. */
const SEVERAL = 4

/** Subject of the card at an address; `null` if the address is none of a card. */
export function cardSubject(path: string[]): CardSubject | null {
  const last = path.at(-1)
  if (!last?.endsWith('.jpg')) return null
  const [first = '', second] = [...path.slice(0, -1), last.slice(0, -'.jpg'.length)].map(
    decodeSegment,
  )
  if (path.length > 2) return null
  if (first === 'author' && second !== undefined) return { author: second }
  if (first === 'home' && second === undefined) return first
  const kind = kindSchema.safeParse(first).data
  return kind === undefined || second === undefined ? (kind ?? null) : { kind, id: second }
}

/**
 * Content of a card; `null` if there is nothing to show.
 * @throws ApiError if the backend does not answer.
 */
export async function readCard(locale: Locale, of: CardSubject): Promise<Card | null> {
  if (of === 'home') return ofHome(locale)
  if (typeof of === 'string') return ofKind(locale, of)
  return 'kind' in of ? ofProject(locale, of.kind, of.id) : readAuthorCard(locale, of.author)
}

/** Version of a card: differs for anything else that it shows, and for each release of the site. */
export function versionOf(card: Card): string {
  const { SITE_NAME, SITE_URL } = env()
  const shown = JSON.stringify([VERSION, SITE_NAME, SITE_URL, card])
  return createHash('sha256').update(shown).digest('base64url').slice(0, 10)
}

/** Version of the card of a page, for its address; none if there is no card, or the backend does not answer. */
export async function cardVersion(locale: Locale, of: CardSubject): Promise<string | undefined> {
  const card = await ifAvailable(readCard(locale, of))
  return card ? versionOf(card) : undefined
}

async function ofHome(locale: Locale): Promise<Card> {
  const [t, popular] = await Promise.all([
    getTranslations({ locale, namespace: 'home' }),
    // The answers that the home page is made of.
    Promise.all(KINDS.map((kind) => readPopular(kind, CANDIDATES))),
  ])
  return {
    title: t('welcome', { app: env().APP_NAME }),
    subtitle: t('lead', { app: env().APP_NAME }),
    pictures: popular.flatMap(([first]) => first?.cover ?? []),
  }
}

async function ofKind(locale: Locale, kind: Kind): Promise<Card> {
  const [kinds, t, { items, total }] = await Promise.all([
    getTranslations({ locale, namespace: 'kind' }),
    getTranslations({ locale, namespace: 'list' }),
    readList(kind, {}),
  ])
  const word = kinds(`${kind}.many`)
  return {
    kind: { kind, word: t('count', { count: total }) },
    title: word,
    subtitle: t('description', { kind, app: env().APP_NAME }),
    pictures: items.slice(0, SEVERAL).map(({ cover }) => cover),
  }
}

async function ofProject(locale: Locale, kind: Kind, id: string): Promise<Card | null> {
  const [kinds, meta, t, project] = await Promise.all([
    getTranslations({ locale, namespace: 'kind' }),
    getTranslations({ locale, namespace: 'meta' }),
    getTranslations({ locale, namespace: 'detail' }),
    readProject(kind, id),
  ])
  if (!project) return null
  const icons = kind === 'icon' ? (await readPackIcons(id)).items : []
  const paged = pageKindSchema.safeParse(kind)
  const [page] = paged.success ? await readPages(paged.data, id) : []
  return {
    kind: { kind, word: kinds(`${kind}.one`) },
    purpose: meta('card', { kind, app: env().APP_NAME }),
    title: project.title,
    titleLang: langOf(project) || undefined,
    about: project.tagline,
    subtitle: t.markup(project.owner_verified === false ? 'publishedBy' : 'by', {
      author: () => shownName(project.author),
    }),
    pictures: [project.cover],
    icons: icons
      .filter(({ refused }) => !refused)
      .slice(0, KEYS)
      .map(({ url }) => url),
    keys: page?.keys.slice(0, STRIP_KEYS) ?? [],
  }
}

/** The latest projects of all kinds. */
async function readAuthorCard(locale: Locale, text: string): Promise<Card | null> {
  const name = authorSchema.shape.name.safeParse(text)
  if (!name.success) return null
  const [t, { items, total }] = await Promise.all([
    getTranslations({ locale, namespace: 'author' }),
    readNewest(SEVERAL, name.data),
  ])
  const [newest] = items
  if (!newest) return null
  return {
    title: shownName(newest.author),
    subtitle: t('count', { count: total }),
    pictures: items.map(({ cover }) => cover),
  }
}
