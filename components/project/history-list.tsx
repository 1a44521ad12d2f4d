import { getFormatter, getTranslations } from 'next-intl/server'
import { TextLink } from '#components/ui/link.tsx'
import type { HistoryEvent, ProjectHistory } from '#lib/contract/version/history.ts'
import { type Path, paths } from '#lib/paths.ts'
import { nameRights } from './rights.ts'

type Item = ProjectHistory['items'][number]
type Props = { of: Parameters<typeof paths.detail>[0]; items: Item[] }

/** Colour of the dot: what adds to a project, what takes from it, and everything else. */
const DOTS: Partial<Record<HistoryEvent, string>> = {
  version: 'bg-accent',
  restored: 'bg-success',
  shown: 'bg-success',
  withdrawn: 'bg-warning',
  discarded: 'bg-danger',
  hidden: 'bg-danger',
}

/** The past of a project on one line, the newest first. */
export async function HistoryList({ of, items }: Props) {
  const [t, format] = await Promise.all([getTranslations('detail.history'), getFormatter()])
  return (
    <ol className="max-w-prose border-s border-line">
      {items.map(({ at, event, version, before, added_rights: rights }) => (
        <li key={`${at} ${event} ${version}`} className="relative ps-6 pb-6 last:pb-0">
          <span
            aria-hidden="true"
            className={`absolute -start-[5px] top-2 size-[9px] rounded-full ring-4 ring-surface-0 ${DOTS[event] ?? 'bg-line-strong'}`}
          />
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className={event === 'version' ? 'font-medium' : undefined}>
              {t(`event.${event}`, { version: version ?? '' })}
            </span>
            <time dateTime={at} className="text-sm text-content-faint">
              {format.dateTime(new Date(at), { dateStyle: 'medium' })}
            </time>
          </p>
          <Added rights={rights} />
          {version && before && <Compare href={paths.compare(of, before, version)} to={before} />}
        </li>
      ))}
    </ol>
  )
}

/** What a version asks for that the one before did not. */
async function Added({ rights }: { rights: Item['added_rights'] }) {
  const [t, format] = await Promise.all([getTranslations('detail.compare'), getFormatter()])
  const names = rights ? nameRights(rights, t) : []
  if (names.length === 0) return null
  return <p className="text-sm text-warning">{t('asks', { list: format.list(names) })}</p>
}

async function Compare({ href, to }: { href: Path; to: string }) {
  const t = await getTranslations('detail.compare')
  return (
    <TextLink href={href} className="inline-block py-1 text-sm">
      {t('link', { version: to })}
    </TextLink>
  )
}
