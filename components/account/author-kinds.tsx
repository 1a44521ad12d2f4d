import { getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { paths } from '#lib/paths.ts'

/** Links to an author's projects, by kind, with a heading. */
export async function AuthorKinds({ name, shown }: { name: string; shown: string }) {
  const kinds = await getTranslations('kind')
  return (
    <div className="mx-auto max-w-2xl pt-4">
      <h1 className="mb-8 font-display text-2xl font-bold wrap-anywhere" dir="auto">
        {shown}
      </h1>
      <KindLinks name={name} label={(kind) => kinds(`${kind}.many`)} />
    </div>
  )
}

type Props = { name: string; label: (kind: (typeof KINDS)[number]) => string }

/** One link per kind to an account's projects. */
export function KindLinks({ name, label }: Props) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {KINDS.map((kind) => (
        <li key={kind} data-kind={kind}>
          <Link
            href={paths.ownProjects(kind, name)}
            className="flex items-center gap-3 rounded-card border border-line bg-surface-1 px-4 py-3 font-medium transition hover:border-line-strong hover:bg-surface-2"
          >
            <span className="grid size-9 place-items-center rounded-key bg-accent-soft text-accent">
              <Icon name={kind} />
            </span>
            {label(kind)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
