import { getTranslations } from 'next-intl/server'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { ACTIONS, INNER_FIELDS, MANIFEST_FIELDS, SAMPLE_MANIFESTS } from './guide-content.ts'
import { Framed, Rows } from './guide-parts.tsx'

type Props = { kind: Exclude<Kind, 'plugin'>; app: string }

/** The entries of the archive. */
export async function FileTree({ kind }: Pick<Props, 'kind'>) {
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
export function Sample({ kind }: Pick<Props, 'kind'>) {
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
export async function FieldTable({ kind, app }: Props) {
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
export async function ActionTable({ app }: Pick<Props, 'app'>) {
  const t = await getTranslations('publish.action')
  const rows = ACTIONS.map(([type, example]) => [type, t(type, { app }), example] as const)
  return (
    <Framed>
      <Rows rows={rows} />
    </Framed>
  )
}
