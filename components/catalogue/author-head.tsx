import { getLocale, getTranslations } from 'next-intl/server'
import { AuthorMark } from '#components/ui/author-mark.tsx'
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
