import type { MouseEvent, ReactNode } from 'react'
import type { Suggestion } from '#lib/search/suggestion.ts'
import { Marked } from './marked.tsx'

type Props = {
  id: string
  action: string
  term: string
  items: Suggestion[]
  recent: string[]
  /** Label of the last option. */
  all: string
  onFollow: (event: MouseEvent<HTMLAnchorElement>) => void
}

/**
 * Options of the search box: recent searches before typing, then projects and a link to all
 * results.
 */
export function Options({ id, action, term, items, recent, all, onFollow }: Props) {
  const searchFor = (query: string) => `${action}?${new URLSearchParams({ q: query })}`
  const option = (key: string, at: number, href: string, content: ReactNode) => (
    <a
      key={key}
      id={`${id}${at}`}
      role="option"
      aria-selected={false}
      tabIndex={-1}
      href={href}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onFollow}
      className="flex min-h-10 items-center gap-3 rounded-key px-2 py-1.5 text-sm hover:bg-surface-2 aria-selected:bg-surface-2 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus"
    >
      {content}
    </a>
  )
  if (term === '') {
    return recent.map((query, at) =>
      option(
        query,
        at,
        searchFor(query),
        <bdi className="truncate" dir="auto">
          {query}
        </bdi>,
      ),
    )
  }
  return [
    ...items.map(({ href, title, lang, ranges, author, kind, kindName, image }, at) =>
      option(
        href,
        at,
        href,
        <>
          <img
            {...image}
            alt=""
            width={64}
            height={40}
            className="h-10 w-16 shrink-0 rounded-sm bg-surface-2 object-cover"
          />
          <span className="min-w-0 flex-1" data-kind={kind}>
            <bdi className="block truncate font-medium" lang={lang} dir="auto">
              <Marked text={title} ranges={ranges} />
            </bdi>
            <bdi className="block truncate text-xs text-content-muted" dir="auto">
              {author}
            </bdi>
          </span>
          <span data-kind={kind} className="shrink-0 text-xs text-accent">
            {kindName}
          </span>
        </>,
      ),
    ),
    option(
      'all',
      items.length,
      searchFor(term),
      <span className="truncate">
        {all} <bdi className="font-medium">{term}</bdi>
      </span>,
    ),
  ]
}
