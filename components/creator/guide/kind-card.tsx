import { Icon } from '#components/ui/icons.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { paths } from '#lib/paths.ts'
import { KindDrawing } from './kind-drawing.tsx'
import { StartLink } from '#components/creator/guide/start-link.tsx'
import { getTexts } from '#lib/i18n/translations.ts'

/** A kind to publish: what it is, what it needs, and the ways to its form and its guide. */
export async function KindCard({ kind }: { kind: Kind }) {
  const [t, kinds, creator] = await getTexts('publish', 'kind', 'creator')
  const { source } = KIND_TABLE[kind]
  const needs =
    source === 'file'
      ? [t(`kind.${kind}.file`), t('drawn'), t('read')]
      : [t(`kind.${kind}.file`), t('release'), t('ownPictures')]
  return (
    <section
      data-kind={kind}
      aria-labelledby={`kind-${kind}`}
      className="flex flex-col overflow-hidden rounded-card border border-line bg-surface-1 shadow-card"
    >
      <div className="grid place-items-center bg-accent-soft px-6 py-5">
        <KindDrawing kind={kind} className="h-32 w-full max-w-72" />
      </div>
      <div className="flex grow flex-col gap-4 p-5 sm:p-6">
        <div>
          <h2
            id={`kind-${kind}`}
            className="flex items-center gap-2.5 font-display text-lg font-semibold"
          >
            <Icon name={kind} className="shrink-0 text-accent" />
            {kinds(`${kind}.one`)}
          </h2>
          <p className="mt-1 text-content-muted">{t(`kind.${kind}.what`)}</p>
        </div>
        <div className="text-sm">
          <h3 className="sr-only">{t('needs')}</h3>
          <ul className="space-y-2">
            {needs.map((need) => (
              <li key={need} className="flex gap-2.5">
                <Icon name="check" className="mt-0.5 shrink-0 text-accent" />
                <span className="min-w-0">{need}</span>
              </li>
            ))}
          </ul>
        </div>
        <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 pt-2">
          <ButtonLink href={paths.upload(kind)} variant="primary">
            {creator('upload', { kind })}
          </ButtonLink>
          <Link
            href={paths.howTo(kind)}
            className="inline-flex min-h-10 items-center gap-1.5 text-sm font-medium underline-offset-4 hover:underline"
          >
            {t(`kind.${kind}.how`)}
            <Icon name="arrow-right" className="rtl:-scale-x-100" />
          </Link>
          <StartLink kind={kind} />
        </div>
      </div>
    </section>
  )
}
