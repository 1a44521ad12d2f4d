import type { Metadata } from 'next'
import { getTranslations, getFormatter, getLocale } from 'next-intl/server'
import { cardVersion } from '#app/cards/[locale]/[...path]/found-card.ts'
import { Grid } from '#components/catalogue/grid.tsx'
import { Prose } from '#components/ui/prose.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { ButtonLink, Link, TextLink } from '#components/ui/link.tsx'
import { LIST_LIMIT_DEFAULT } from '#lib/contract/limits.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { paths, documents } from '#lib/paths.ts'
import { breadcrumbs, graph, profilePage } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { authorTexts } from '#lib/seo/texts.ts'
import { type AuthorParams, findAuthor, type Shelf } from './find.ts'
import { Icon } from '#components/ui/icons.tsx'
import type { Kind } from '#lib/contract/kind.ts'

export async function authorMetadata(params: AuthorParams): Promise<Metadata> {
  const { author, display_name, profile, kind, shown } = await findAuthor(params)
  const works = shown.map(({ kind: each, list }) => ({
    kind: each,
    titles: list.items.map(({ title }) => title),
    total: list.total,
  }))
  const about = kind === undefined ? await summaryOf(profile?.about) : undefined
  const t = await getTranslations()
  return pageMetadata(t, {
    locale: params.locale,
    path: paths.author(author, kind),
    ...authorTexts(t, { name: display_name ?? author, about, kind }, works),
    card: { author },
    cardVersion: await cardVersion(toLocale(params.locale), { author }),
    subject: { type: 'profile', username: author },
    feed: { author },
  })
}

/** What an author says of themselves, unformatted. */
const summaryOf = async (about = '') => (await renderMarkdown(about, 'profile')).summary

/** An author: picture, text and links, and their projects in one grid, of all kinds or of one. */
export async function AuthorPage(params: AuthorParams) {
  const locale = toLocale(params.locale)
  const { author, display_name, profile, shelves, kind, shown } = await findAuthor(params)
  const [t, detail, kinds] = await getTexts('author', 'detail', 'kind')
  const about = await summaryOf(profile?.about)
  const total = sum(shelves)
  const projects = shelves.flatMap(({ list }) => list.items)
  const trail = [
    { name: detail('home'), path: paths.home },
    { name: display_name ?? author, path: paths.author(author) },
    ...(kind ? [{ name: kinds(`${kind}.many`), path: paths.author(author, kind) }] : []),
  ]
  const links = profile?.links ?? []
  return (
    <div className="pt-6" data-kind={kind}>
      <JsonLd
        schema={graph(
          profilePage(locale, { name: author, display_name, about, links, projects, count: total }),
          breadcrumbs(locale, trail),
        )}
      />
      <AuthorHead
        name={author}
        displayName={display_name}
        about={profile?.about ?? ''}
        links={links}
        projects={total}
        downloads={profile?.kinds.reduce((all, { downloads }) => all + downloads, 0)}
      />
      <AuthorTabs
        name={author}
        current={kind}
        counts={shelves.map((shelf) => [shelf.kind, shelf.list.total] as const)}
      />
      <div className="mt-6">
        <h2 className="sr-only">{kind ? kinds(`${kind}.many`) : t('everything')}</h2>
        <Grid projects={gridOf(shown)} early level={3} isOneKind={shown.length === 1} isOneAuthor />
      </div>
      {kind && sum(shown) > LIST_LIMIT_DEFAULT && (
        <p className="mt-10 text-center">
          <ButtonLink href={paths.list(kind, { author })} variant="primary">
            {t('all', { count: sum(shown) })}
          </ButtonLink>
        </p>
      )}
      <p className="mt-10 text-center text-sm text-content-muted">
        <TextLink href={paths.report({ author })} rel="nofollow">
          {t('report')}
        </TextLink>
      </p>
    </div>
  )
}

const sum = (shelves: Shelf[]) => shelves.reduce((all, { list }) => all + list.total, 0)

/** The most downloaded projects of several kinds, or those of one kind as its list sorts them. */
function gridOf(shelves: Shelf[]) {
  const projects = shelves.flatMap(({ list }) => list.items)
  if (shelves.length === 1) return projects
  return projects.toSorted((a, b) => b.downloads - a.downloads).slice(0, LIST_LIMIT_DEFAULT)
}

type TabsProps = {
  name: string
  /** All kinds if not given. */
  current: Kind | undefined
  /** Projects of each kind that the author has any of. */
  counts: (readonly [Kind, number])[]
}

/** An author's projects by kind; none for an author with one kind. */
async function AuthorTabs({ name, current, counts }: TabsProps) {
  if (counts.length < 2 && current === undefined) return null
  const [t, kinds] = await getTexts('author', 'kind')
  const format = await getFormatter()
  const total = counts.reduce((all, [, count]) => all + count, 0)
  const tabs = [[undefined, total] as const, ...counts]
  return (
    <nav aria-label={t('kinds')} className="mt-8">
      <ul className="author-tabs">
        {tabs.map(([kind, count]) => (
          <li key={kind ?? 'all'} data-kind={kind}>
            <Link
              href={paths.author(name, kind)}
              aria-current={kind === current ? 'page' : undefined}
            >
              {kind && <Icon name={kind} />}
              {kind ? kinds(`${kind}.many`) : t('everything')}
              <small>{format.number(count)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type HeadProps = {
  name: string
  displayName: string | null
  about: string
  links: string[]
  /** Number of public projects. */
  projects: number
  /** Unknown if the backend does not count them. */
  downloads: number | undefined
}

/** Head of an author's page: picture, name, totals, text, links and feed. */
async function AuthorHead({ name, displayName, about, links, projects, downloads }: HeadProps) {
  const [t, account, card, labels] = await getTexts('author', 'account', 'card', 'prose')
  const [locale, { html }] = await Promise.all([getLocale(), renderMarkdown(about, 'profile')])
  return (
    <header className="author-head">
      <AuthorMark name={name} className="size-20 shrink-0 sm:size-24" />
      <div className="min-w-0">
        <h1 className="font-display text-xl font-bold break-words sm:text-2xl" dir="auto">
          {displayName ?? name}
        </h1>
        {displayName !== null && (
          <p className="text-content-muted">
            <span className="sr-only">{account('username')} </span>
            <bdi className="wrap-anywhere">{name}</bdi>
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-5 text-content-muted tabular-nums">
          <span>{t('count', { count: projects })}</span>
          {downloads !== undefined && <span>{card('downloads', { count: downloads })}</span>}
        </p>
        {html !== '' && <Prose html={html} prefix="a" labels={labels} className="mt-3" />}
        <ul aria-label={t('links')} className="author-links">
          {links.map((link) => (
            <li key={link}>
              <a href={link} rel="me nofollow ugc noopener" dir="ltr">
                <Icon name="link" />
                <span>{shortLink(link)}</span>
              </a>
            </li>
          ))}
          <li>
            <a href={documents.feed(locale, { author: name })} type="application/atom+xml">
              <Icon name="feed" />
              <span>{t('feed')}</span>
            </a>
          </li>
        </ul>
      </div>
    </header>
  )
}

/** An address as a reader knows it: without scheme, `www.` and the slash at the end. */
function shortLink(link: string): string {
  return link.replace(/^https:\/\/(?:www\.)?/, '').replace(/\/$/, '')
}

const ROWS = 3
/** Widths of the keys of a row, in pixels of the drawing; 2 between two keys. */
const LAYOUTS = [[40], [19, 19], [12, 26], [26, 12], [12, 12, 12]] as const
const FILLS = [
  'var(--accent-icon)',
  'var(--accent-plugin)',
  'var(--accent-profile)',
  'var(--accent-flexpage)',
  'var(--border-strong)',
]

/** The picture of an author: three strips of keys, the same for the same name. */
function AuthorMark({ name, className }: { name: string; className: string }) {
  const next = numbersOf(name)
  // Each name has at least one key in a colour of the kinds.
  const first = next(FILLS.length - 1)
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const widths = LAYOUTS[next(LAYOUTS.length)] ?? LAYOUTS[0]
    return widths.map((width, at) => ({
      width,
      x: 12 + widths.slice(0, at).reduce((before, each) => before + each + 2, 0),
      y: 12 + row * 14,
      fill: FILLS[row === 1 && at === 0 ? first : next(FILLS.length)],
    }))
  })
  return (
    <svg viewBox="0 0 64 64" className={className} aria-hidden="true">
      <rect width="64" height="64" rx="18" className="fill-surface-2" />
      {rows.flat().map(({ fill, ...place }) => (
        <rect key={`${place.x} ${place.y}`} {...place} height="12" rx="4" style={{ fill }} />
      ))}
    </svg>
  )
}

/** Numbers below a maximum that depend on a text alone (FNV-1a, then xorshift). */
function numbersOf(text: string): (maximum: number) => number {
  let state = 2_166_136_261
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return (maximum) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % maximum
  }
}
