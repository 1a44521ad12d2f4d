import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Grid } from '#components/catalogue/grid.tsx'
import { LoadingKeys } from '#components/layout/loading-bar-client.tsx'
import { StatusScreen } from '#components/layout/status.tsx'
import { Choice } from '#components/project/choice.tsx'
import { StripView } from '#components/project/strip-view.tsx'
import { NoMatch, NoProducts } from '#components/search/states.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Prose } from '#components/ui/prose.tsx'
import { Strip } from '#components/ui/strip.tsx'
import { readPopular } from '#lib/catalogue/server.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { isPseudo } from '#lib/i18n/pseudo-switch.ts'
import { paths } from '#lib/paths.ts'
import { EXTREMES, MARKDOWN, PAGE, sampleProject } from './samples.ts'

export const metadata = { title: 'Look', robots: { index: false } }

const SURFACES = [
  'bg-surface-0',
  'bg-surface-1',
  'bg-surface-2',
  'bg-accent',
  'bg-accent-fill',
  'bg-accent-soft',
]
const TEXTS = ['text-content', 'text-content-muted', 'text-content-faint', 'text-accent']
const TONES = ['text-success', 'text-danger', 'text-warning', 'text-info']
const SIZES = ['text-2xl', 'text-xl', 'text-lg', 'text-base', 'text-sm', 'text-xs']

/** Primitives in their states and both themes; in development only. */
export default async function LookPage() {
  if (process.env.NODE_ENV === 'production') notFound()
  // Any picture serves; without a backend the cards have none.
  const [example] = await readPopular('icon', 1).catch(() => [])
  const [labels, { html }] = await Promise.all([
    getTranslations('prose'),
    renderMarkdown(MARKDOWN, 'readme'),
  ])
  const projects = EXTREMES.map((extreme, at) => sampleProject(extreme, at, example?.cover))
  return (
    <div className="space-y-10">
      <h1 className="font-display text-2xl font-bold">Look</h1>
      <PseudoLocale />
      {(['dark', 'light'] as const).map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          className="space-y-10 rounded-card border border-line bg-surface-0 p-6 text-content"
        >
          <Part title={`${theme}: colours and type`}>
            <ColoursAndType />
          </Part>
          <Part title="Buttons, chips, choices, fields">
            <Controls theme={theme} />
          </Part>
          <Part title="Cards: usual, long, short, right to left, 0 and 1 234 567">
            <Grid projects={projects} level={3} />
          </Part>
          <Part title="Strip">
            <StripView lang="" pages={[PAGE]} />
          </Part>
          <Part title="Loading; messages">
            <LoadingKeys />
            <p className="flex flex-wrap gap-3 pt-4">
              {TONES.map((tone) => (
                <span
                  key={tone}
                  className={`rounded-card border border-line-strong bg-surface-1 px-4 py-3 text-sm shadow-raised ${tone}`}
                >
                  You are offline. Pages that you have opened stay available.
                </span>
              ))}
            </p>
          </Part>
          <Part title="Error">
            <StatusScreen status="503" />
          </Part>
          <Part title="Empty states">
            <EmptyState title="No matches" text="Try removing a filter." />
            <NoMatch term="wether" suggestions={projects.slice(0, 5).map(({ title }) => title)} />
            <NoProducts view={{ q: 'weather', kind: 'plugin' }} />
          </Part>
          <Part title="Text of a creator">
            <Breadcrumb
              label="You are here"
              items={[
                { name: 'Home', path: paths.home },
                { name: EXTREMES[1]?.title ?? '', path: paths.look },
              ]}
            />
            <Prose html={html} prefix={theme} labels={labels} />
          </Part>
        </div>
      ))}
    </div>
  )
}

function ColoursAndType() {
  return (
    <>
      {KINDS.map((kind) => (
        <div key={kind} data-kind={kind} className="flex flex-wrap items-center gap-3 py-1">
          {SURFACES.map((surface) => (
            <span key={surface} className={`size-10 rounded-key border border-line ${surface}`} />
          ))}
          <Icon name={kind} className="size-6 text-accent" />
          <Strip art="whole" className="w-40" />
        </div>
      ))}
      <p className="flex flex-wrap gap-4 pt-3">
        {[...TEXTS, ...TONES].map((text) => (
          <span key={text} className={text}>
            {text}
          </span>
        ))}
      </p>
      {SIZES.map((size, at) => (
        <p key={size} className={`${size} ${at < 3 ? 'font-display font-semibold' : ''}`}>
          {size}: Make it yours · 把它变成你的 · あなたらしく · 1 234 567
        </p>
      ))}
    </>
  )
}

function Controls({ theme }: { theme: string }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {(['primary', 'secondary', 'ghost'] as const).map((variant) => (
        <button key={variant} type="button" className={buttonClass({ variant })}>
          <Icon name="download" /> {variant}
        </button>
      ))}
      <Button variant="primary" size="lg">
        large
      </Button>
      <Chip>neutral</Chip>
      <Chip tone="accent">accent</Chip>
      <Chip tone="accent" href={paths.look}>
        link <Icon name="x" />
      </Chip>
      <Choice
        name={`look-${theme}`}
        label="Choice"
        chosen="b"
        options={[
          ['a', 'One'],
          ['b', 'Two'],
        ]}
      />
      <input
        aria-label="Field"
        placeholder="Placeholder"
        className="h-10 rounded-key border border-line-control bg-surface-1 px-3 text-sm"
      />
    </div>
  )
}

/** Switch of the pseudo-locale, and the pages to look at in it. */
async function PseudoLocale() {
  const isOn = await isPseudo()
  const [example] = await readPopular('icon', 1).catch(() => [])
  const places = [
    paths.home,
    paths.list('icon'),
    ...(example ? [paths.detail(example)] : []),
    paths.search({ q: 'icon' }),
    paths.login(),
    paths.upload('icon'),
  ]
  return (
    <Part title="Pseudo-locale: right to left, words 40 % longer">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {/* A full load: the messages of every page change. */}
        <a href={paths.pseudo} className={buttonClass({ variant: 'secondary' })}>
          {isOn ? 'Turn it off' : 'Turn it on'}
        </a>
        {places.map((place) => (
          <a key={place} href={place} dir="ltr" className="py-1 underline underline-offset-4">
            {place}
          </a>
        ))}
      </p>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 font-display text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
