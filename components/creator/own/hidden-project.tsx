import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { HiddenProjectPage } from '#lib/contract/hidden.ts'
import { langOf } from '#lib/contract/language.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { paths } from '#lib/paths.ts'
import { Section } from '#components/ui/section.tsx'

type Props = { hidden: HiddenProjectPage; children: ReactNode }

/** A project that only its author sees. `children`: the form that answers the operator. */
export async function HiddenProject({ hidden, children }: Props) {
  const { project, files, answers } = hidden
  const t = await getTranslations('creator.hidden')
  const { kind, id, title } = project
  return (
    <div data-kind={kind} className="mx-auto max-w-2xl space-y-12 pt-4">
      <header className="space-y-4">
        <h1
          className="font-display text-2xl font-bold text-balance wrap-anywhere"
          lang={langOf(project)}
          dir="auto"
        >
          {title}
        </h1>
        <State hidden={hidden} />
      </header>
      <Section title={t('answerTitle')} lead={t('answerLead')}>
        {answers.length > 0 && <Answers answers={answers} />}
        {children}
      </Section>
      <Section title={t('content')} lead={t('contentLead')}>
        <Content project={project} files={files} />
        <Files files={files} />
      </Section>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-8 text-sm">
        <ButtonLink href={paths.deleteProject({ kind, id })} variant="secondary">
          {t('delete')}
        </ButtonLink>
        <span className="min-w-0 flex-1 basis-60 text-content-muted">{t('kept')}</span>
      </p>
    </div>
  )
}

async function State({ hidden: { state, reason, hidden_at: at } }: Pick<Props, 'hidden'>) {
  const [t, format] = await Promise.all([getTranslations('creator.hidden'), getFormatter()])
  const date = format.dateTime(new Date(at), { dateStyle: 'long' })
  if (state === 'held') {
    return (
      <Notice tone="warning" title={t('heldTitle')}>
        {t('heldSince', { date })}
      </Notice>
    )
  }
  return (
    <Notice tone="danger" title={t('title', { count: 1 })}>
      {t('since', { date })}
      <span className="mt-2 block text-base wrap-anywhere whitespace-pre-line" dir="auto">
        {reason}
      </span>
    </Notice>
  )
}

async function Answers({ answers }: Pick<HiddenProjectPage, 'answers'>) {
  const format = await getFormatter()
  return (
    <ol className="space-y-3">
      {answers.map(({ at, text }, index) => (
        <li
          // Two answers may be of one millisecond.
          key={`${at} ${index}`}
          className="rounded-card border border-line bg-surface-1 px-4 py-3 text-sm"
        >
          <time dateTime={at} className="text-content-faint">
            {format.dateTime(new Date(at), { dateStyle: 'long', timeStyle: 'short' })}
          </time>
          <p className="mt-1 wrap-anywhere whitespace-pre-line" dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}

function Content({ project, files }: Pick<HiddenProjectPage, 'project' | 'files'>) {
  const { cover, tagline, description } = project
  const lang = langOf(project)
  const shown = files.find((file) => file.file_id === cover.file_id)
  return (
    <div className="space-y-4" lang={lang} dir="auto">
      {shown && (
        <Picture
          image={{ ...cover, url: shown.url }}
          srcSet={undefined}
          sizes="100vw"
          alt={cover.alt}
          load="late"
          className="h-auto w-full max-w-sm rounded-card"
        />
      )}
      {tagline !== '' && <p className="font-medium wrap-anywhere">{tagline}</p>}
      <p className="text-sm wrap-anywhere whitespace-pre-line">{description}</p>
    </div>
  )
}

async function Files({ files }: Pick<HiddenProjectPage, 'files'>) {
  const [t, locale] = await Promise.all([getTranslations('creator.hidden'), getLocale()])
  return (
    <ul className="divide-y divide-line border-y border-line text-sm">
      {files.map(({ name, size, sha256, url }) => (
        <li
          key={url}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
          title={sha256}
        >
          <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          <a
            href={url}
            download={name}
            className="underline underline-offset-4"
            aria-label={t('downloadLabel', { name })}
          >
            {t('download', { size: formatBytes(size, locale) })}
          </a>
        </li>
      ))}
    </ul>
  )
}
