import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'
import { When } from '#components/ui/when.tsx'
import type { Path } from '#lib/paths.ts'

type EntryProps = {
  href: Path
  /** A text of users, shown as it is written. */
  title: ReactNode
  lang?: string | undefined
  before?: ReactNode
  /** Marks behind the title. */
  marks: ReactNode
  at: string
  /** The second line. */
  children: ReactNode
}

/** An entry of a list that leads to its page of the administration. */
export const Entry = ({ href, title, lang, before, marks, at, children }: EntryProps) => (
  <li className="relative px-4 py-3 text-sm hover:bg-surface-2">
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      {before}
      <Link
        href={href}
        lang={lang}
        dir="auto"
        className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0"
      >
        {title}
      </Link>
      {marks}
      <span className="ms-auto text-xs text-content-muted">
        <When at={at} />
      </span>
    </p>
    <p className="mt-1 text-xs text-content-muted wrap-anywhere">{children}</p>
  </li>
)

/** A name or title of users behind a point; nothing where it is empty. */
export const Further = ({ text }: { text: string }) =>
  text !== '' && (
    <>
      {' · '}
      <bdi>{text}</bdi>
    </>
  )

/** A row of a list of facts. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-content-muted">{name}</dt>
    <dd dir="auto" className="min-w-0 wrap-anywhere">
      {children}
    </dd>
  </>
)
