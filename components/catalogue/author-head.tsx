import { getLocale, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { documents } from '#lib/paths.ts'

type Props = {
  name: string
  about: string
  links: string[]
  /** Number of public projects. */
  projects: number
  /** Unknown if the backend does not count them. */
  downloads: number | undefined
}

/** Head of an author's page: picture, name, totals, text, links and feed. */
export async function AuthorHead({ name, about, links, projects, downloads }: Props) {
  const [t, card, locale] = await Promise.all([
    getTranslations('author'),
    getTranslations('card'),
    getLocale(),
  ])
  return (
    <header className="author-head">
      <AuthorMark name={name} className="size-20 shrink-0 sm:size-24" />
      <div className="min-w-0">
        <h1 className="font-display text-xl font-bold break-words sm:text-2xl" dir="auto">
          {name}
        </h1>
        <p className="mt-1 flex flex-wrap gap-x-5 text-content-muted tabular-nums">
          <span>{t('count', { count: projects })}</span>
          {downloads !== undefined && <span>{card('downloads', { count: downloads })}</span>}
        </p>
        {about !== '' && (
          <p className="mt-3 max-w-prose break-words" dir="auto">
            {about}
          </p>
        )}
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
      x: 12 + widths.slice(0, at).reduce((sum, each) => sum + each + 2, 0),
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
