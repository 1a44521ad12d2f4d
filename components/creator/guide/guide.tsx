import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { ButtonLink, Link, TextLink } from '#components/ui/link.tsx'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import type { FileKind } from '#lib/contract/kind-schema.ts'
import { paths } from '#lib/paths.ts'
import {
  ACCEPTED,
  SHOWN,
  REPOSITORY_PARTS,
  STEPS,
  ACTIONS,
  INNER_FIELDS,
  MANIFEST_FIELDS,
  SAMPLE_MANIFESTS,
} from './guide-content.ts'
import { GuideLayout, Part, StepList, Framed, Rows } from './guide-parts.tsx'
import { KindDrawing } from './kind-drawing.tsx'
import { StartLink } from '#components/creator/guide/start-link.tsx'
import { getTexts } from '#lib/i18n/translations.ts'

/** How to make a project of a kind: steps, what the file or the repository contains, and what the page shows. */
export async function Guide({ kind, app }: { kind: Kind; app: string }) {
  const t = await getTranslations('publish')
  return (
    <GuideLayout
      title={t(`kind.${kind}.how`)}
      lead={t(`kind.${kind}.lead`, { app })}
      start={<StartLink kind={kind} />}
      aside={
        <>
          <div className="hidden place-items-center bg-accent-soft px-5 py-4 lg:grid">
            <KindDrawing kind={kind} className="w-full" />
          </div>
          <Start kind={kind} />
        </>
      }
    >
      {kind !== 'plugin' && <FromApplication kind={kind} app={app} />}
      <Part title={t(kind === 'plugin' ? 'steps' : 'export.build')}>
        <Steps kind={kind} />
      </Part>
      {kind === 'icon' && <Accepted />}
      {kind === 'plugin' ? <Repository /> : <ProjectFile kind={kind} app={app} />}
    </GuideLayout>
  )
}

async function Start({ kind }: { kind: Kind }) {
  const [t, creator] = await getTexts('publish', 'creator')
  return (
    <div className="flex flex-col gap-3 p-5">
      <StartLink
        kind={kind}
        className={`${buttonClass({ variant: 'secondary' })} h-auto min-h-10 py-2 text-center`}
      />
      <ButtonLink
        href={paths.upload(kind)}
        variant="primary"
        className="h-auto min-h-10 py-2 text-center"
      >
        {creator('upload', { kind })}
      </ButtonLink>
      <TextLink href={paths.publish} className="py-1 text-center text-sm">
        {t('back')}
      </TextLink>
    </div>
  )
}

async function FromApplication({ kind, app }: { kind: FileKind; app: string }) {
  const t = await getTranslations('publish.export')
  return (
    <Part title={t('title', { app })}>
      <p className="max-w-prose">{t('text', { app, ending: KIND_TABLE[kind].fileEnding })}</p>
      <p className="max-w-prose text-content-muted">{t('unseen')}</p>
    </Part>
  )
}

/** Files of other programs that are icon packs. */
async function Accepted() {
  const t = await getTranslations('publish.accepted')
  return (
    <Part title={t('title')}>
      <ul className="max-w-prose list-disc space-y-2 ps-5 wrap-anywhere">
        {ACCEPTED.map((one) => (
          <li key={one}>{t(one)}</li>
        ))}
      </ul>
      <p className="max-w-prose text-content-muted">{t('note')}</p>
    </Part>
  )
}

async function Steps({ kind }: { kind: Kind }) {
  const t = await getTranslations('publish.step')
  const ending = KIND_TABLE[kind].fileEnding ?? ''
  const values = { ending, file: 'manifest.json', path: '<name>.plugin/manifest.json' }
  return <StepList steps={STEPS[kind].map((step) => [step, t(step, values)])} />
}

async function ProjectFile({ kind, app }: { kind: FileKind; app: string }) {
  const t = await getTranslations('publish')
  return (
    <>
      <Part title={t('inside')}>
        <FileTree kind={kind} />
      </Part>
      <Part title={t('example')}>
        <Sample kind={kind} />
      </Part>
      <Part title={t('fields')}>
        <FieldTable kind={kind} app={app} />
      </Part>
      {kind !== 'icon' && (
        <Part title={t('actions')}>
          <ActionTable app={app} />
        </Part>
      )}
      <Part title={t('shownTitle')}>
        <ul className="max-w-prose list-disc space-y-2 ps-5">
          {SHOWN.filter((one) => kind === 'icon' || one !== 'names').map((one) => (
            <li key={one}>{t(`shown.${one}`)}</li>
          ))}
        </ul>
      </Part>
    </>
  )
}

async function Repository() {
  const t = await getTranslations('publish')
  return (
    <Part title={t('insideRepository')}>
      <ul className="max-w-prose list-disc space-y-2 ps-5 wrap-anywhere">
        {REPOSITORY_PARTS.map((part) => (
          <li key={part}>{t(`part.${part}`)}</li>
        ))}
      </ul>
      <p>
        <Link
          href={paths.automation('releases')}
          className="inline-flex min-h-10 items-center gap-1.5 text-sm font-medium underline-offset-4 hover:underline"
        >
          {t('automation.title')}
          <Icon name="arrow-right" className="rtl:-scale-x-100" />
        </Link>
      </p>
    </Part>
  )
}

type Props = { kind: Exclude<Kind, 'plugin'>; app: string }

/** The entries of the archive. */
async function FileTree({ kind }: Pick<Props, 'kind'>) {
  const t = await getTranslations('publish.entry')
  const entries = [
    ['manifest.json', t('manifest')],
    ['LICENSE.txt', t('license')],
    ['icons/<name>.svg', t('icons')],
  ]
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface-1 text-sm">
      <p className="border-b border-line bg-surface-2 px-4 py-2.5 font-mono" dir="ltr">
        {`mine${KIND_TABLE[kind].fileEnding}`}
      </p>
      <Rows rows={entries} />
    </div>
  )
}

/** A short manifest. */
function Sample({ kind }: Pick<Props, 'kind'>) {
  return (
    <pre
      dir="ltr"
      className="rounded-card border border-line bg-surface-1 p-4 font-mono text-sm leading-5 wrap-anywhere whitespace-pre-wrap"
    >
      {JSON.stringify(SAMPLE_MANIFESTS[kind], null, 2)}
    </pre>
  )
}

/** The fields of the manifest, and what they mean. */
async function FieldTable({ kind, app }: Props) {
  const t = await getTranslations('publish')
  const rows = MANIFEST_FIELDS[kind].map(([name, meaning]) => [
    name,
    t(`field.${meaning}`, { app, fields: INNER_FIELDS[name] ?? '', example: '#7c5cff' }),
  ])
  return (
    <Framed>
      <Rows rows={rows} />
    </Framed>
  )
}

/** What a key can do. */
async function ActionTable({ app }: Pick<Props, 'app'>) {
  const t = await getTranslations('publish.action')
  const rows = ACTIONS.map(([type, example]) => [type, t(type, { app }), example] as const)
  return (
    <Framed>
      <Rows rows={rows} />
    </Framed>
  )
}
