import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { ACTIONS, INNER_FIELDS, MANIFEST_FIELDS, SAMPLE_MANIFESTS } from './guide-content.ts'

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

function Framed({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface-1 text-sm">
      {children}
    </div>
  )
}

/** Terms with their meanings, and an example. */
function Rows({ rows }: { rows: readonly (readonly (string | undefined)[])[] }) {
  return (
    <dl className="divide-y divide-line">
      {rows.map(([name, meaning, example]) => (
        <div key={name} className="gap-x-6 px-4 py-2.5 sm:grid sm:grid-cols-[13rem_minmax(0,1fr)]">
          <dt className="font-mono wrap-anywhere" dir="ltr">
            {name}
          </dt>
          <dd className="text-content-muted">
            {meaning}
            {example !== undefined && (
              <code className="block font-mono text-content wrap-anywhere" dir="ltr">
                {example}
              </code>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
