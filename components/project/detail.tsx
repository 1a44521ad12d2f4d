import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { Prose } from '#components/ui/prose.tsx'
import { langOf } from '#lib/contract/language.ts'
import { srcSetOf } from '#lib/contract/picture.ts'
import type { Project } from '#lib/contract/project.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { pages } from '#lib/paths.ts'
import { Byline } from './byline.tsx'
import { Facts } from './facts.tsx'
import { Gallery } from './gallery.tsx'
import { RecordView } from './record-client.tsx'

type Props = {
  project: Project
  actions: ReactNode
  /** Contents of the project file. */
  contents: ReactNode
  versions: ReactNode
  more: ReactNode
  reportHref: string
}

/** Detail page: gallery, description, facts, actions. */
export async function Detail({ project, actions, contents, versions, more, reportHref }: Props) {
  const [t, kinds, categories, { html }] = await Promise.all([
    getTranslations('detail'),
    getTranslations('kind'),
    getTranslations('category'),
    renderMarkdown(project.description),
  ])
  const { kind, cover } = project
  const lang = langOf(project)
  const path = pages.list(kind)
  return (
    <article data-kind={kind}>
      <RecordView kind={kind} id={project.id} />
      <Breadcrumb
        label={t('breadcrumb')}
        items={[
          { label: t('home'), href: pages.home },
          { label: kinds(`${kind}.many`), href: path },
          { label: project.title, lang },
        ]}
      />
      <div className="mt-5 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_auto_1fr]">
        <header className="min-w-0 lg:col-span-2">
          <div className="flex flex-wrap gap-2">
            <Chip tone="accent">
              <Icon name={kind} /> {kinds(`${kind}.one`)}
            </Chip>
            <Chip href={`${path}?category=${project.category}`}>
              {categories(project.category)}
            </Chip>
            {project.sample && <Chip>{t('sample')}</Chip>}
          </div>
          <h1
            className="mt-3 font-display text-xl font-bold text-balance break-words sm:text-2xl"
            lang={lang}
            dir="auto"
          >
            {project.title}
          </h1>
          <Byline project={project} />
        </header>
        <Picture
          image={cover}
          srcSet={srcSetOf(cover)}
          sizes="(min-width: 1024px) 800px, 94vw"
          alt={cover.alt}
          lang={cover.alt ? lang : undefined}
          load="first"
          className="h-auto w-full min-w-0 rounded-card border border-line bg-surface-2"
        />
        {/* Before the contents: those of an icon pack have hundreds of controls. */}
        <aside
          aria-label={t('facts')}
          className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-2"
        >
          <div className="rounded-card border border-line bg-surface-1 p-5 shadow-card lg:tall:sticky lg:tall:top-20">
            {actions}
            <div className="mt-4">
              <Facts project={project} />
            </div>
            <a
              href={reportHref}
              className="mt-3 inline-block py-1 text-sm text-content-faint underline underline-offset-4 hover:text-content"
            >
              {t('report')}
            </a>
          </div>
        </aside>
        <div className="min-w-0 space-y-12">
          <Gallery images={project.gallery} lang={lang} />
          {contents}
          {html !== '' && (
            <section aria-labelledby="description">
              <h2 id="description" className="mb-4 font-display text-lg font-semibold">
                {t('description')}
              </h2>
              <Prose html={html} lang={lang} />
            </section>
          )}
          {versions}
        </div>
      </div>
      {more}
    </article>
  )
}
