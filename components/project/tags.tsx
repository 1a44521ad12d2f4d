import { Link } from '#components/ui/link.tsx'
import { pages } from '#lib/paths.ts'

type Props = { tags: string[]; label: string; lang: string }

/** Tags of a project, each with a search for it. */
export function Tags({ tags, label, lang }: Props) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={label} lang={lang} className="tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link href={pages.search({ q: tag })} rel="nofollow" dir="auto">
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}
