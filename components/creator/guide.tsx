import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { pages } from '#lib/paths.ts'
import { MENDED, REPOSITORY_PARTS, STEPS } from './guide-content.ts'
import { ActionTable, FieldTable, FileTree, Sample } from './guide-file.tsx'
import { KindDrawing } from './kind-drawing.tsx'
import { StartLink } from './start-link.tsx'

/** How to make a project of a kind: steps, what the file or the repository contains, and what is mended. */
export async function Guide({ kind, app }: { kind: Kind; app: string }) {
  const t = await getTranslations('publish')
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <article className="min-w-0 space-y-12">
        <header>
          <h1 className="font-display text-xl font-bold text-balance sm:text-2xl">
            {t(`kind.${kind}.how`)}
          </h1>
          <p className="mt-3 max-w-prose text-content-muted">{t(`kind.${kind}.lead`)}</p>
          <div className="mt-3 lg:hidden">
            <StartLink kind={kind} />
          </div>
        </header>
        <Part title={t('steps')}>
          <Steps kind={kind} />
        </Part>
        {kind === 'plugin' ? <Repository /> : <ProjectFile kind={kind} app={app} />}
      </article>
      <aside>
        <div className="top-24 overflow-hidden rounded-card border border-line bg-surface-1 shadow-card tall:lg:sticky">
          <div className="hidden place-items-center bg-accent-soft px-5 py-4 lg:grid">
            <KindDrawing kind={kind} className="w-full" />
          </div>
          <Start kind={kind} />
        </div>
      </aside>
    </div>
  )
}

async function Start({ kind }: { kind: Kind }) {
  const [t, creator] = await Promise.all([getTranslations('publish'), getTranslations('creator')])
  return (
    <div className="flex flex-col gap-3 p-5">
      <StartLink
        kind={kind}
        className={`${buttonClass({ variant: 'secondary' })} h-auto min-h-10 py-2 text-center`}
      />
      <Link
        href={pages.upload(kind)}
        className={`${buttonClass({ variant: 'primary' })} h-auto min-h-10 py-2 text-center`}
      >
        {creator('upload', { kind })}
      </Link>
      <Link href={pages.publish} className="py-1 text-center text-sm underline underline-offset-4">
        {t('back')}
      </Link>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-4">
      <h2 className="font-display text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

async function Steps({ kind }: { kind: Kind }) {
  const t = await getTranslations('publish.step')
  const ending = KIND_TABLE[kind].fileEnding ?? ''
  const values = { ending, file: 'manifest.json', path: '<name>.plugin/manifest.json' }
  return (
    <ol className="space-y-4">
      {STEPS[kind].map((step, at) => (
        <li key={step} className="flex gap-4">
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-key bg-accent-soft text-sm font-semibold text-accent tabular-nums"
          >
            {at + 1}
          </span>
          <p className="min-w-0 max-w-prose pt-0.5 wrap-anywhere">{t(step, values)}</p>
        </li>
      ))}
    </ol>
  )
}

async function ProjectFile({ kind, app }: { kind: Exclude<Kind, 'plugin'>; app: string }) {
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
      <Part title={t('mended')}>
        <ul className="max-w-prose list-disc space-y-2 ps-5">
          {MENDED.filter((one) => kind === 'icon' || one !== 'names').map((one) => (
            <li key={one}>{t(`mend.${one}`)}</li>
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
    </Part>
  )
}
