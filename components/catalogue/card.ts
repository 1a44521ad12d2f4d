// By another name, since the formatter would add spaces to `escaped`.
import { html as escaped } from 'hono/html'
import { getFormatter, getLocale } from 'next-intl/server'
import { type Fragment, keepFragment } from '#lib/cache/fragments.ts'
import { isolated, shownName } from '#lib/contract/name/name.ts'
import { langOf } from '#lib/contract/language.ts'
import { groundOf, sourceFor, srcSetOf } from '#lib/contract/file/picture.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import { localePath } from '#lib/i18n/path.ts'
import { formatEarlier } from '#components/setup/setup.ts'
import type { VersionNeeds } from '#lib/contract/version/version-needs.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'

const SIZES =
  '(min-width: 1800px) 275px, (min-width: 1500px) 345px, (min-width: 1200px) 23vw, (min-width: 900px) 31vw, (min-width: 600px) 47vw, 94vw'
/** In a row that scrolls sideways; see `.card-shelf`. */
const SHELF_SIZES =
  '(min-width: 1800px) 425px, (min-width: 1500px) 345px, (min-width: 1200px) 23vw, (min-width: 380px) 296px, 78vw'
/** Width for a device pixel ratio of 3 at the largest of `SIZES`, and of browsers that know no sizes, in pixels. */
const WIDEST = 1200
const USUAL = 768

/** What a card shows of a project. */
const SHOWN = [
  'id',
  'kind',
  'title',
  'summary',
  'language',
  'author',
  'owner_verified',
  'cover',
  'deprecation',
  'sample',
  'downloads',
  'updated_at',
  'operating_systems',
  'minimum_version',
  'fitting_versions',
] as const satisfies (keyof ListedProject)[]
type CardProject = Pick<ListedProject, (typeof SHOWN)[number]>

export type CardLook = {
  /** Above the fold: shows its placeholder, which is a quarter of a card's bytes. */
  early?: boolean
  /** LCP image: fetched with high priority (`firstPicture`). */
  first?: boolean
  /** In a row that scrolls sideways. */
  shelf?: boolean
  level?: 2 | 3 | 4
  /** Among cards of the same kind: its summary is shown in place of the kind. */
  isOneKind?: boolean
  /** Among cards of the same author: its summary is shown in place of the name, unless the name is not verified. */
  isOneAuthor?: boolean
  /** The version that fits the filters of the list, which the current one does not: the card names it, and leads to it. */
  earlier?: VersionNeeds | undefined
}

/** What a search shows on a card, as HTML. */
export type CardExtras = {
  /** The title with highlighted matches. */
  title?: Markup
  /** Reason for the match. */
  note?: Markup
}
/** HTML whose values are escaped. */
export type Markup = ReturnType<typeof escaped>

type Texts = Awaited<ReturnType<typeof cardTexts>>

/** The texts that the cards of a grid have in common. */
export async function cardTexts() {
  const [t, kinds, os] = await getTexts('card', 'kind', 'os')
  const format = await getFormatter()
  const locale = await getLocale()
  return { t, kinds, os, format, locale }
}

/**
 * A project in a grid, as HTML. The whole card is one link, named by its title. A page has dozens of them: the style
 * sheet knows the parts by their place, so that few elements and classes are needed (`.card` in app/globals.css), and the
 * HTML is made once for all pages.
 */
export function cardHtml(
  project: CardProject,
  texts: Texts,
  look: CardLook = {},
  { title, note }: CardExtras = {},
): string {
  const [before = '', between = '', after = ''] = keepFragment(
    { part: 'card', locale: texts.locale, look, shown: SHOWN.map((name) => project[name]) },
    () => makeCard({ project, look }, texts),
  )
  return `${before}${String(title ?? escaped`${project.title}`)}${between}${String(note ?? '')}${after}`
}

/** The picture of the first card of a page, which the page preloads. */
export const firstPicture = ({ cover }: Pick<ListedProject, 'cover'>, shelf: boolean) => ({
  url: sourceFor(cover, USUAL),
  srcSet: srcSetOf(cover, WIDEST),
  sizes: shelf ? SHELF_SIZES : SIZES,
})

/** A card in three pieces: its title and the reason for a match come between them. */
function makeCard(
  { project, look }: { project: CardProject; look: CardLook },
  texts: Texts,
): Fragment {
  const { t, kinds, format, locale } = texts
  const { early, first, shelf = false, level = 2, isOneKind, isOneAuthor, earlier } = look
  const { cover, kind, downloads, updated_at: updated, deprecation, summary } = project
  const { url, srcSet, sizes } = firstPicture(project, shelf)
  const placeholder = early ? cover.placeholder : groundOf(cover)
  const author = shownName(project.author)
  const isVerified = project.owner_verified !== false
  const lang = langOf(project)
  const page = earlier ? paths.version(project, earlier.version) : paths.detail(project)
  const href = localePath(locale, page)
  const others = formatEarlier(project.fitting_versions)
  return [
    escaped`<article data-kind="${kind}" class="card"><img src="${url}"${srcSet !== undefined && escaped` srcSet="${srcSet}" sizes="${sizes}"`} alt="" width="${cover.width}" height="${cover.height}"${first ? escaped` loading="eager" fetchPriority="high"` : escaped` loading="lazy"`} decoding="async"${placeholder && escaped` style="background:url(${placeholder}) center/cover"`}/><h${level} lang="${lang}" dir="auto"><a href="${href}">`,
    escaped`</a></h${level}>${(isOneKind || isOneAuthor) && summary !== '' && escaped`<p class="card-about" lang="${lang}" dir="auto">${summary}</p>`}${!(isOneAuthor && isVerified) && escaped`<p class="card-by" dir="auto">${isVerified ? author : t('publishedBy', { name: isolated(author) })}</p>`}`,
    escaped`${earlier && escaped`<p class="card-earlier">${earlierText(earlier, texts)}</p>`}<p class="card-facts">${deprecation && escaped`<span class="card-deprecated">${t('deprecated')}</span>`} ${!isOneKind && escaped`<span class="icon-before icon-${kind}">${kinds(`${kind}.one`)}</span>`} ${
      // “1.2M” is no number for a screen reader.
      project.sample
        ? escaped`<span>${t('sample')}</span>`
        : escaped`<span class="icon-before icon-download" aria-hidden="true">${format.number(downloads, { notation: 'compact' })}</span><span class="sr-only">${t('downloads', { count: downloads })}</span>`
    } <span class="sr-only">${t('updated')} </span><time dateTime="${updated}">${format.dateTime(new Date(updated), { dateStyle: 'medium' })}</time><span class="fit" data-systems="${project.operating_systems.join(' ')}" data-since="${project.minimum_version}"${others !== '' && escaped` data-earlier="${others}"`}></span></p></article>`,
  ].map(String)
}

const earlierText = (
  { version, operating_systems, minimum_version: minimum }: VersionNeeds,
  { t, os, format }: Pick<Texts, 't' | 'os' | 'format'>,
) =>
  t('earlier', {
    version,
    systems: format.list(operating_systems.map((system) => os(system))),
    minimum,
  })
