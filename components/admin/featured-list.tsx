import { getFormatter, getNow, getTranslations } from 'next-intl/server'
import { Link } from '#components/ui/link.tsx'
import { readFeatured } from '#lib/admin/featured.ts'
import { langOf } from '#lib/contract/language.ts'
import { paths } from '#lib/paths.ts'

/** The featured projects, each with what visitors see of it now. */
export async function FeaturedList({ text }: { text: string }) {
  const t = await getTranslations('admin.settings')
  const format = await getFormatter()
  const now = await getNow()
  const featured = await readFeatured(text, now)
  if (featured.length === 0) return null
  return (
    <ol className="divide-y divide-line rounded-card border border-line bg-surface-1">
      {featured.map(({ kind, id, project, state, from }, at) => (
        <li key={at} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3 text-sm">
          <Link
            href={paths.detail({ kind, id })}
            className="min-w-0 flex-1 basis-48 font-semibold wrap-anywhere underline-offset-4 hover:underline"
          >
            <span lang={project ? langOf(project) : undefined} dir="auto">
              {project?.title ?? id}
            </span>
          </Link>
          <span className="text-content-muted">
            {t(`featuredState.${state}`, {
              day: format.dateTime(new Date(from ?? now), { dateStyle: 'medium', timeZone: 'UTC' }),
            })}
          </span>
        </li>
      ))}
    </ol>
  )
}
