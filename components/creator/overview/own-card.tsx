import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { ButtonLink, Link, TextLink } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import type { Kind } from '#lib/contract/kind.ts'
import { langOf } from '#lib/contract/language.ts'
import { sourceFor } from '#lib/contract/file/picture.ts'
import type { OwnProject } from '#lib/contract/own-project.ts'
import { type OverviewNeed, type OwnState, statesOf } from '#lib/own-projects/needs.ts'
import { changeOf, trendOf } from '#lib/own-projects/trend.ts'
import { paths } from '#lib/paths.ts'
import { PRIMARY } from '#components/creator/own/primary.ts'
import { OwnActions } from '#components/creator/own/own-actions-client.tsx'
import { Figures } from './figures.tsx'
import type { OverviewTexts } from './texts.ts'
import { isolated } from '#lib/contract/name/name.ts'

type Props = {
  project: OwnProject
  needs: OverviewNeed[]
  /** The first counted day; `null` without figures. */
  from: string | null
  texts: OverviewTexts
}

/** An own project: its key, state, figures, what needs attention, and what its author can do with it. */
export function OwnCard({ project, needs, from, texts }: Props) {
  const { kind, id, title, hidden } = project
  return (
    <article
      data-kind={kind}
      className="flex min-w-0 flex-col rounded-card border border-line bg-surface-1 shadow-card"
    >
      <Head project={project} from={from} texts={texts} />
      {from !== null && <Figures project={project} from={from} texts={texts} />}
      <Needs needs={needs} reason={project.hidden_reason} texts={texts} />
      <div className="mt-auto border-t border-line p-4">
        {hidden ? (
          <HiddenActions project={project} texts={texts} />
        ) : (
          <OwnActions kind={kind} id={id} title={title} />
        )}
      </div>
    </article>
  )
}

type PartProps = Pick<Props, 'project' | 'texts'>

function Head({ project, from, texts }: Pick<Props, 'project' | 'from' | 'texts'>) {
  const { kinds, t, day } = texts
  const { kind, title, version, scheduled } = project
  const page = project.hidden ? paths.hiddenProject(project) : paths.detail(project)
  return (
    <header className="flex gap-4 p-4">
      <Key kind={kind}>
        {!project.hidden && (
          <Picture
            image={{ ...project.cover, url: sourceFor(project.cover, 320) }}
            srcSet={undefined}
            sizes="72px"
            alt=""
            load="late"
            className="absolute inset-0 size-full rounded-[9px] object-cover"
          />
        )}
      </Key>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-1.5">
          {statesOf(project).map((state) => (
            <State key={state} state={state} texts={texts} />
          ))}
        </p>
        <h2
          className="mt-1 line-clamp-2 font-display font-semibold wrap-anywhere"
          lang={langOf(project)}
          dir="auto"
        >
          <Link href={page} className="underline-offset-4 hover:underline">
            {title}
          </Link>
        </h2>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-content-muted tabular-nums">
          <span className="inline-flex items-center gap-1.5 text-accent">
            <Icon name={kind} /> {kinds(`${kind}.one`)}
          </span>
          <span className="wrap-anywhere">{version}</span>
          {from !== null && <Change project={project} from={from} texts={texts} />}
        </p>
        {scheduled && (
          <p className="mt-1 text-xs wrap-anywhere text-content-muted">
            {t('next', { version: scheduled.version, date: day(scheduled.publish_at) })}
          </p>
        )}
      </div>
    </header>
  )
}

/** A key of the strip in the hue of the kind, with the icon of the kind behind its picture; hardware looks the same in both themes. */
function Key({ kind, children }: { kind: Kind; children?: ReactNode }) {
  return (
    <span
      data-theme="dark"
      data-kind={kind}
      className="size-18 shrink-0 rounded-[14px] border-2 border-accent bg-[var(--device)] p-0.5 shadow-[var(--shadow-device)]"
    >
      <span className="relative grid size-full place-items-center rounded-[9px] bg-accent-soft text-accent">
        <Icon name={kind} className="size-6" />
        {children}
      </span>
    </span>
  )
}

const STATE_LOOKS: Record<OwnState, string> = {
  published: 'border-line text-content-muted',
  scheduled: 'border-info/60 text-info',
  unlisted: 'border-line-strong text-content',
  archived: 'border-line-strong text-content',
  deprecated: 'border-warning/60 text-warning',
  held: 'border-warning/60 text-warning',
  hidden: 'border-danger/60 text-danger',
}

function State({ state, texts: { t } }: { state: OwnState; texts: OverviewTexts }) {
  return (
    <span className={`rounded-key border px-1.5 py-0.5 text-xs font-medium ${STATE_LOOKS[state]}`}>
      {t(`state.${state}`)}
    </span>
  )
}

/** The arrow of a change; the words are for everybody who points at it, and for screen readers. */
function Change({ project, from, texts: { t, format } }: PartProps & { from: string }) {
  const trend = trendOf(project.days, from)
  if (trend.recent === 0 && trend.before === 0) return null
  const change = changeOf(trend)
  const direction = change === null || change > 0 ? 'up' : change < 0 ? 'down' : 'level'
  const text =
    change === null ? t('trend.fresh') : t(`trend.${direction}`, { share: Math.abs(change) })
  return (
    <span className={`inline-flex items-center gap-1 ${TREND_LOOKS[direction].ink}`} title={text}>
      <Icon name="arrow-right" className={`size-3 ${TREND_LOOKS[direction].turn}`} />
      <span aria-hidden="true">
        {change === null
          ? t('trend.new')
          : format.number(change, {
              style: 'percent',
              maximumFractionDigits: 0,
              signDisplay: 'exceptZero',
            })}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

const TREND_LOOKS = {
  up: { ink: 'text-success', turn: '-rotate-45' },
  level: { ink: 'text-content-muted', turn: '' },
  down: { ink: 'text-warning', turn: 'rotate-45' },
}

function Needs({
  needs,
  reason,
  texts: { t },
}: Pick<Props, 'needs' | 'texts'> & { reason: string }) {
  if (needs.length === 0) return null
  return (
    <ul className="mx-4 mb-4 space-y-2 rounded-key bg-surface-2 p-3 text-sm">
      {needs.map(({ name, page, isUrgent }) => (
        <li key={name} className="flex gap-2">
          <Icon
            name="warning"
            className={`mt-0.5 size-4 shrink-0 ${isUrgent ? 'text-danger' : 'text-warning'}`}
          />
          <p className="min-w-0 wrap-anywhere">
            {t(`need.${name}.text`)}{' '}
            {name === 'hidden' && reason !== '' && (
              <span className="block whitespace-pre-line text-content-muted" dir="auto">
                {reason}
              </span>
            )}
            <TextLink href={page} className="inline-block py-0.5 font-medium">
              {t(`need.${name}.link`)}
            </TextLink>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** A hidden project has a page of its own in place of form and settings. */
function HiddenActions({ project, texts: { t, own } }: PartProps) {
  return (
    <p className="flex items-center gap-2">
      <Link
        href={paths.hiddenProject(project)}
        aria-label={t('openLabel', { title: isolated(project.title) })}
        className={PRIMARY}
      >
        {t('open')}
      </Link>
      <ButtonLink
        href={paths.deleteProject(project)}
        aria-label={own('deleteLabel', { title: isolated(project.title) })}
        variant="ghost"
        className="ms-auto text-danger"
      >
        {own('delete')}
      </ButtonLink>
    </p>
  )
}
