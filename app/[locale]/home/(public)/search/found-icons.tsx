import { notFound } from 'next/navigation'
import { getTranslations, getLocale } from 'next-intl/server'
import { rangeText } from '#components/catalogue/count-texts.ts'
import { CollectFound } from '#components/search/collect-found-client.tsx'
import { CutNote } from '#components/search/cut-note.tsx'
import { Pager } from '#components/search/pager.tsx'
import { NoMatch } from '#components/search/states.tsx'
import { AnnounceResults } from '#components/ui/announce-results-client.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ifFound } from '#lib/api/if-available.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { readFewIcons, readIcons } from '#lib/search/server.ts'
import { searchPath, type SearchView } from '#lib/search/view.ts'
import { Popular } from './popular.tsx'
import { Drawing } from '#components/ui/drawing.tsx'
import { RovingList } from '#components/ui/roving-list-client.tsx'
import { BUILT_KEYS_MAX } from '#lib/contract/file/built-keys.ts'
import { DRAWING_REFUSALS } from '#lib/contract/file/contents.ts'
import { langOf } from '#lib/contract/language.ts'
import type { IconSearchResult } from '#lib/contract/search.ts'
import { TextLink } from '#components/ui/link.tsx'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { type ChangeRefusal, refusalOfChanges } from '#lib/text/derivatives.ts'

/** Icons of all packs that a search finds. */
export async function FoundIcons({ view }: { view: SearchView }) {
  const t = await getTranslations('search')
  if (!view.q) return <EmptyState title={t('noIcons.title')} text={t('noIcons.text')} />
  const results = (await ifFound(readIcons(view))) ?? notFound()
  if (results.items.length === 0) {
    return (
      <>
        <CutNote isCut={results.term_is_cut} />
        <NoMatch term={view.q} suggestions={[]} />
        <Popular kind="icon" />
        <AnnounceResults text={t('noMatch.title', { term: view.q })} view={searchPath(view)} />
      </>
    )
  }
  const range = await rangeText(results, view.after)
  const count = t(results.total_is_estimate ? 'iconMore' : 'iconCount', { count: results.total })
  return (
    <>
      <p className="found-count">{range ?? count}</p>
      <CutNote isCut={results.term_is_cut} />
      <IconGrid items={results.items} />
      <Pager view={view} next={results.next} range={range} />
      <AnnounceResults text={count} view={searchPath(view)} />
    </>
  )
}

/** Icons found, each linking to its pack with the icon marked. */
async function IconGrid({ items }: Pick<IconSearchResult, 'items'>) {
  const [nav, why, strip] = await getTexts('nav', 'detail.icons.refused', 'strip')
  const locale = await getLocale()
  const licenses = new Set(items.map(({ project }) => project.license))
  // Another backend may leave the licence out.
  const refusals = new Map(
    [...licenses].map((license) => [
      license,
      license === undefined ? null : refusalOfChanges(license),
    ]),
  )
  const collecting = {
    href: localePath(locale, paths.strip),
    add: strip('add', { name: '{name}' }),
    bar: strip('bar', { count: '{count}', max: BUILT_KEYS_MAX }),
  }
  return (
    <CollectFound collecting={collecting}>
      <RovingList
        hint={nav('arrowKeys')}
        className="grid grid-cols-2 gap-3 min-[480px]:grid-cols-3 sm:grid-cols-4 lg:grid-cols-6"
      >
        {items.map(({ name, label, url, refused, tone, project }) => (
          <li key={url} className="found-icon">
            {/* A native link: client navigation does not update `:target`. */}
            <a
              href={localePath(locale, paths.icon(project.id, name))}
              className="flex h-full flex-col items-center gap-1 rounded-card border border-line bg-surface-1 p-4 text-center transition duration-150 hover:border-line-strong hover:bg-surface-2"
            >
              {refused ? (
                <span className="grid h-16 w-full place-items-center text-xs leading-tight wrap-anywhere text-content-muted">
                  <span className="relative line-clamp-4">
                    {why(DRAWING_REFUSALS.find((reason) => reason === refused) ?? 'other')}
                    <span className="sr-only">, </span>
                  </span>
                </span>
              ) : (
                <span className="icon-ground rounded-key p-3" data-tone={tone ?? 'dark'}>
                  <Drawing url={url} isMono={tone === 'mono'} className="size-10" />
                </span>
              )}
              {/* `relative`, so that the hidden comma is cut off with a long name. */}
              <span className="relative line-clamp-2 w-full text-sm font-medium [overflow-wrap:anywhere]">
                <bdi title={label ? name : undefined}>{label ?? name}</bdi>
                <span className="sr-only">, </span>
              </span>
              <span
                className="w-full truncate text-xs text-content-muted"
                lang={langOf(project)}
                dir="auto"
              >
                {project.title}
              </span>
            </a>
            {!refused && (
              <AddKey
                icon={{ name, label, url, tone, project }}
                label={collecting.add}
                refusal={refusals.get(project.license)}
              />
            )}
          </li>
        ))}
      </RovingList>
    </CollectFound>
  )
}

type FoundIcon = IconSearchResult['items'][number]
type AddProps = { icon: FoundIcon; label: string; refusal: ChangeRefusal | null | undefined }

/** Adds an icon to the visitor's strip. Disabled, with the sentence of the pack's page, where its licence refuses that. */
async function AddKey({ icon, label, refusal }: AddProps) {
  const { name, label: typed, url, tone, project } = icon
  const t = await getTranslations('detail.icons.recolour')
  return (
    <button
      type="button"
      data-pack={project.id}
      data-icon={name}
      data-typed={typed ?? undefined}
      data-url={url}
      data-title={project.title}
      data-mono={tone === 'mono'}
      {...(refusal && { 'aria-disabled': true, title: t(refusal) })}
      aria-label={label.replace('{name}', () => typed ?? name)}
      className="add-key needs-script"
    />
  )
}

/** The first icons that a search finds, drawn in one row, with the way to all of them; nothing if it finds none. */
export async function IconRow({ view }: { view: SearchView }) {
  const found = view.q && !view.after ? await readFewIcons(view.q) : null
  const drawn = found?.items.filter(({ refused }) => !refused) ?? []
  if (drawn.length === 0) return null
  const [t, locale] = await Promise.all([getTranslations('search'), getLocale()])
  return (
    <section aria-label={t('icons')} className="icon-row">
      <ul>
        {drawn.map(({ name, label, url, tone, project }) => (
          <li key={url}>
            {/* A native link: client navigation does not update `:target`. */}
            <a
              href={localePath(locale, paths.icon(project.id, name))}
              title={label ?? name}
              data-tone={tone ?? 'dark'}
              className="icon-ground"
            >
              <Drawing url={url} isMono={tone === 'mono'} className="size-7" />
              <span className="sr-only">
                <bdi>{label ?? name}</bdi>, <span lang={langOf(project)}>{project.title}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <TextLink href={searchPath({ q: view.q, kind: 'icon', view: 'icons' })}>
        {t('allIcons')}
      </TextLink>
    </section>
  )
}
