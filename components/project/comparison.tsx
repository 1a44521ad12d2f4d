import { getFormatter, getTranslations } from 'next-intl/server'
import { Device } from '#components/strip/device.tsx'
import { StripKeys } from '#components/strip/strip-keys.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Comparison } from '#lib/contract/compare/comparison.ts'
import type { StripKey } from '#lib/contract/file/contents.ts'
import type { Rights } from '#lib/contract/update/update.ts'
import type { Path } from '#lib/paths.ts'
import { Choice } from './choice.tsx'
import { ComparedSlider } from './compared-slider-client.tsx'
import { nameRights } from './rights.ts'
import { ComparedFacts, NotesBetween, Part } from './comparison-facts.tsx'

type Contents = NonNullable<Comparison['contents']>
type Props = {
  comparison: Comparison
  lang: string
  /** The page of a part. */
  pageOf: (part: number) => Path
}

/** What changed between two versions: rights first, then contents, requirements, and all notes. Works without scripts. */
export async function ComparisonView({ comparison, lang, pageOf }: Props) {
  const t = await getTranslations('detail.compare')
  const { state, contents, added_rights: added, removed_rights: removed, notes } = comparison
  return (
    <div className="space-y-12">
      <RightsNotice rights={added} isAdded />
      <RightsNotice rights={removed} />
      {state === 'working' && (
        <div role="status">
          <Notice tone="info">
            {t('working')} <TextLink href={pageOf(1)}>{t('again')}</TextLink>
          </Notice>
        </div>
      )}
      {contents && <ContentsView {...{ contents, comparison, lang, pageOf }} />}
      <ComparedFacts comparison={comparison} />
      {notes.length > 0 && <NotesBetween notes={notes} lang={lang} />}
    </div>
  )
}

/** What a version asks for, or asks for no longer, in words. */
async function RightsNotice({
  rights,
  isAdded = false,
}: {
  rights: Rights | null
  isAdded?: boolean
}) {
  const [t, format] = await Promise.all([getTranslations('detail.compare'), getFormatter()])
  if (!rights) return null
  const names = nameRights(rights, t)
  if (names.length === 0) return null
  const list = format.list(names)
  return (
    <Notice tone={isAdded ? 'warning' : 'success'}>
      {t(isAdded ? 'asks' : 'drops', { list })}
    </Notice>
  )
}

type ContentsProps = Props & { contents: Contents }

async function ContentsView({ contents, comparison, lang, pageOf }: ContentsProps) {
  const t = await getTranslations('detail.compare')
  const { icons, items, pages, entries, part, parts } = contents
  const isSame = items.length + pages.length + entries.length === 0
  if (isSame) {
    const hasContents = icons.same > 0
    const isOneFile = comparison.before.file?.sha256 === comparison.after.file?.sha256
    return <p className="text-content-muted">{t(hasContents || isOneFile ? 'same' : 'unread')}</p>
  }
  return (
    <>
      {pages.length > 0 && (
        <Part title={t('pages')}>
          {pages.map((page) => (
            <ComparedPage key={page.id} page={page} lang={lang} />
          ))}
        </Part>
      )}
      {items.length > 0 && (
        <Part title={t('icons')}>
          <Counts icons={icons} />
          <Icons items={items} />
          {parts > 1 && (
            <nav aria-label={t('icons')} className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
              <span>{t('part', { part, parts })}</span>
              {part > 1 && <TextLink href={pageOf(part - 1)}>{t('earlierPart')}</TextLink>}
              {part < parts && <TextLink href={pageOf(part + 1)}>{t('nextPart')}</TextLink>}
            </nav>
          )}
        </Part>
      )}
      {entries.length > 0 && (
        <Part title={t('entries')}>
          <Entries entries={entries} />
        </Part>
      )}
    </>
  )
}

/** Entries of an archive, by their folders. */
async function Entries({ entries }: Pick<Contents, 'entries'>) {
  const t = await getTranslations('detail.compare')
  const folders = Map.groupBy(entries, ({ name }) => name.slice(0, name.lastIndexOf('/') + 1))
  return [...folders]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, files]) => (
      <section key={folder} className="space-y-2">
        {folder !== '' && (
          <h3 className="font-mono text-xs text-content-muted wrap-anywhere">
            <bdi>{folder}</bdi>
          </h3>
        )}
        <ul className="space-y-1 text-sm">
          {files.map(({ name, change }) => (
            <li key={`${name} ${change}`} className="flex flex-wrap items-baseline gap-x-3">
              <Chip>{t(change)}</Chip>
              <bdi className="min-w-0 font-mono text-xs wrap-anywhere">
                {name.slice(folder.length)}
              </bdi>
            </li>
          ))}
        </ul>
      </section>
    ))
}

async function Counts({ icons }: Pick<Contents, 'icons'>) {
  const [t, format] = await Promise.all([getTranslations('detail.compare'), getFormatter()])
  const { added, removed, changed, same } = icons
  const rows = [
    [t('added'), added],
    [t('removed'), removed],
    [t('changed'), changed],
    [t('unchanged'), same],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
      {rows.map(([label, count]) => (
        <div key={label} className="flex gap-2">
          <dt className="text-content-muted">{label}</dt>
          <dd className="font-medium tabular-nums">{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Icons with their drawings before and after: side by side, over each other, or with a slider between them, which needs scripts. */
async function Icons({ items }: Pick<Contents, 'items'>) {
  const t = await getTranslations('detail.compare')
  const hasPairs = items.some(({ change }) => change === 'changed')
  return (
    <div className="compared-icons space-y-4">
      {hasPairs && (
        <div className="compared-bar">
          <Choice
            name="compared"
            label={t('view')}
            chosen="beside"
            options={[
              ['beside', t('beside')],
              ['overlay', t('overlay')],
              ['slider', t('slider'), 'needs-script'],
            ]}
          />
          <ComparedSlider label={t('slide')} before={t('before')} after={t('after')} />
        </div>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3">
        {items.map(({ name, label, change, before, after }) => (
          <li
            key={name}
            className="grid grid-rows-[1fr_auto_auto] gap-1 rounded-card border border-line bg-surface-1 p-3 text-center text-sm"
          >
            <div className="pair" data-change={change}>
              {before && <Drawn url={before} label={t('before')} isGone={change === 'removed'} />}
              {after && <Drawn url={after} label={t('after')} />}
            </div>
            <p className="truncate font-medium" title={label ? `${label} (${name})` : name}>
              <bdi>{label ?? name}</bdi>
            </p>
            <p className={LOOKS[change]}>{t(change)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const LOOKS = {
  added: 'text-xs text-success',
  removed: 'text-xs text-danger',
  changed: 'text-xs text-warning',
} as const

/** On a ground that shows light and dark drawings. */
const Drawn = ({ url, label, isGone }: { url: string; label: string; isGone?: boolean }) => (
  <img
    src={url}
    alt={label}
    title={label}
    loading="lazy"
    width={40}
    height={40}
    className={`compared-drawing ${isGone ? 'opacity-60' : ''}`}
  />
)

type ComparedPageProps = { page: Contents['pages'][number]; lang: string }

/** A page of keys, drawn before and after, and what happened to its keys. */
async function ComparedPage({ page, lang }: ComparedPageProps) {
  const t = await getTranslations('detail.compare')
  const { name, change, before, after, keys } = page
  return (
    <section className="space-y-3">
      <h3 className="flex flex-wrap items-baseline gap-x-3 font-medium">
        <bdi lang={lang}>{name}</bdi>
        <span className={LOOKS[change]}>{t(change)}</span>
      </h3>
      {before && <DrawnStrip label={t('before')} keys={before} lang={lang} />}
      {after && <DrawnStrip label={t('after')} keys={after} lang={lang} />}
      {keys.length > 0 && (
        <ul className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
          {keys.map((key, at) => (
            <li key={`${key.change} ${key.label} ${at}`} className="flex min-w-0 gap-x-3">
              <span className="min-w-0 font-medium wrap-anywhere">
                {key.label === '' ? t('unnamed') : <bdi lang={lang}>{key.label}</bdi>}
              </span>
              <span className="text-content-muted">{t(`key.${key.change}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const DrawnStrip = ({ label, keys, lang }: { label: string; keys: StripKey[]; lang: string }) => (
  <figure className="@container rounded-card border border-line">
    <figcaption className="px-4 pt-3 text-xs text-content-muted">{label}</figcaption>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- not every browser gives the focus to what scrolls */}
    <div role="region" aria-label={label} tabIndex={0} dir="ltr" className="strip-scroll">
      <Device>
        <StripKeys keys={keys} lang={lang} />
      </Device>
    </div>
  </figure>
)
