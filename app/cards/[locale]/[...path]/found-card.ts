import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import type { ShareCard } from '#components/share/card.tsx'
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
import { authorSchema, type Image } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { KEYS } from '#lib/share/look.ts'

/** Content of a card besides the site's own: texts and pictures. */
export type Card = Omit<ComponentProps<typeof ShareCard>, 'site' | 'lang' | 'pictures'> & {
  pictures: Image[]
}

/** Keys of a profile or page that have room for their labels. */
const STRIP_KEYS = 7
/** Number of pictures on a card of several projects. */
const SEVERAL = 4

/**
 * Content of the card at an address; `null` if there is nothing to show.
 * @throws ApiError if the backend does not answer.
 */
export async function readCard(locale: Locale, path: string[]): Promise<Card | null> {
  const last = path.at(-1)
  if (!last?.endsWith('.jpg')) return null
  const [first = '', second] = [...path.slice(0, -1), last.slice(0, -'.jpg'.length)].map(
    decodeSegment,
  )
  if (path.length > 2) return null
  if (first === 'author' && second !== undefined) return readAuthorCard(locale, second)
  if (first === 'home' && second === undefined) return ofHome(locale)
  const kind = kindSchema.safeParse(first)
  if (!kind.success) return null
  return second === undefined ? ofKind(locale, kind.data) : ofProject(locale, kind.data, second)
}

async function ofHome(locale: Locale): Promise<Card> {
  const [t, popular] = await Promise.all([
    getTranslations({ locale, namespace: 'home' }),
    Promise.all(KINDS.map((kind) => readPopular(kind, SEVERAL))),
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
  const [kinds, t, project] = await Promise.all([
    getTranslations({ locale, namespace: 'kind' }),
    getTranslations({ locale, namespace: 'detail' }),
    readProject(kind, id),
  ])
  if (!project) return null
  const icons = kind === 'icon' ? (await readPackIcons(id)).items : []
  const paged = pageKindSchema.safeParse(kind)
  const [page] = paged.success ? await readPages(paged.data, id) : []
  return {
    kind: { kind, word: kinds(`${kind}.one`) },
    title: project.title,
    titleLang: langOf(project) || undefined,
    about: project.tagline,
    subtitle: t.markup(project.owner_verified === false ? 'publishedBy' : 'by', {
      author: () => project.author.name,
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
  if (items.length === 0) return null
  return {
    title: name.data,
    subtitle: t('count', { count: total }),
    pictures: items.map(({ cover }) => cover),
  }
}
