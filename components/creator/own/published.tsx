import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { langOf } from '#lib/contract/language.ts'
import type { Project } from '#lib/contract/project.ts'
import { paths } from '#lib/paths.ts'
import { ShareButtons } from './share-buttons-client.tsx'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = {
  project: Project
  /** Complete address of the project's page. */
  url: string
  username: string
  card: ReactNode
}

/** What happens to a published project, in this order. */
const NEXT = ['shown', 'popular', 'found', 'counts', 'changes', 'hidden'] as const

const line = 'underline underline-offset-4'

/** Confirmation of a publication, with everything that its author may want to do next. */
export async function Published({ project, url, username, card }: Props) {
  const [t, detail] = await getTexts('creator.published', 'detail')
  const { kind, title } = project
  return (
    <div
      data-kind={kind}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 py-6 lg:grid-cols-[minmax(0,1fr)_19rem]"
    >
      <div className="min-w-0 space-y-8">
        <header>
          <p className="flex items-center gap-2 font-medium text-success">
            <Icon name="check" className="size-5" /> {t('status')}
          </p>
          <h1
            className="mt-2 font-display text-xl font-bold text-balance wrap-anywhere sm:text-2xl"
            lang={langOf(project)}
            dir="auto"
          >
            {title}
          </h1>
          <p className="mt-2 text-content-muted">{t('lead')}</p>
          {project.same_title && (
            <p className="mt-2 text-sm text-content-muted">
              <Link href={paths.search({ q: project.same_title })} className={line}>
                {detail('sameTitle')}
              </Link>
            </p>
          )}
        </header>
        <Actions project={project} url={url} />
        <Next />
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <Link href={paths.ownProjects(kind, username)} className={line}>
            {t('mine')}
          </Link>
          <Link href={paths.publish} className={line}>
            {t('another')}
          </Link>
        </p>
      </div>
      <div className="max-w-sm">{card}</div>
    </div>
  )
}

async function Actions({ project, url }: Pick<Props, 'project' | 'url'>) {
  const [t, creator, own] = await getTexts('creator.published', 'creator', 'creator.own')
  const { kind, id, title } = project
  return (
    <div className="space-y-4">
      <label className="block space-y-1.5">
        <span className="text-sm font-medium">{t('address')}</span>
        <input
          readOnly
          value={url}
          dir="ltr"
          className="h-11 w-full rounded-key border border-line-control bg-surface-0 px-3 font-mono text-sm"
        />
      </label>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={paths.detail({ kind, id })} variant="primary" size="lg">
          {creator('page')}
        </ButtonLink>
        <ShareButtons
          url={url}
          title={title}
          labels={{
            copy: t('copy'),
            copied: t('copied'),
            failed: t('copyFailed'),
            share: t('share'),
          }}
        />
        <ButtonLink href={paths.edit(kind, { id })} variant="secondary" size="lg">
          {own('edit')}
        </ButtonLink>
      </div>
    </div>
  )
}

async function Next() {
  const t = await getTranslations('creator.published')
  return (
    <section aria-labelledby="next" className="space-y-3">
      <h2 id="next" className="font-display text-lg font-semibold">
        {t('next')}
      </h2>
      <ul className="max-w-prose space-y-2.5">
        {NEXT.map((key) => (
          <li key={key} className="flex gap-3">
            <Icon name="arrow-right" className="mt-1.5 shrink-0 text-accent rtl:-scale-x-100" />
            <span className="min-w-0">{t(key)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
