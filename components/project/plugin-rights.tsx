import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import {
  KNOWN_PERMISSIONS,
  PLAIN_PERMISSIONS,
  type PluginManifestFacts,
  SENSITIVE_PERMISSIONS,
} from '#lib/contract/file/plugin-manifest.ts'
import { DEVICE } from '#lib/contract/file/container.ts'
import type { PluginKey } from '#lib/contract/project.ts'

type Props = {
  manifest: PluginManifestFacts
  /** Whether the plugins that it needs stand elsewhere on the page. */
  hasNeeds: boolean
}

/** What a plugin may do, in words: its permissions, the sensitive ones explained, and what else its manifest declares. */
export async function PluginRights({ manifest, hasNeeds }: Props) {
  const t = await getTranslations('detail.rights')
  return (
    <section aria-labelledby="rights">
      <h2 id="rights" className="mb-4 font-display text-lg font-semibold">
        {t('title')}
      </h2>
      <div className="space-y-6">
        {manifest.permissions === null ? (
          <p className="flex gap-3 rounded-card border border-line-strong bg-surface-1 p-4 text-sm">
            <Icon name="warning" className="mt-0.5 size-4 shrink-0 text-info" />
            {t('first')}
          </p>
        ) : (
          <Permissions permissions={manifest.permissions} />
        )}
        <Needs manifest={manifest} hasNeeds={hasNeeds} />
      </div>
    </section>
  )
}

/** Message keys have no dots. */
const keyOf = <P extends string>(permission: P) =>
  permission.replace('electron.', 'electron_') as P extends `electron.${infer Rest}`
    ? `electron_${Rest}`
    : P

async function Permissions({ permissions }: { permissions: string[] }) {
  const [t, format] = await Promise.all([getTranslations('detail.rights'), getFormatter()])
  const sensitive = SENSITIVE_PERMISSIONS.filter((name) => permissions.includes(name))
  const plain = PLAIN_PERMISSIONS.filter((name) => permissions.includes(name))
  const unknown = permissions.filter((name) => !KNOWN_PERMISSIONS.includes(name))
  return (
    <>
      {sensitive.length === 0 ? (
        <p className="flex gap-3 text-sm">
          <Icon name="check" className="mt-0.5 size-4 shrink-0 text-success" />
          {t('harmless')}
        </p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2">
          {sensitive.map((name) => (
            <li key={name} className="flex gap-3 rounded-card border border-line bg-surface-1 p-4">
              <Icon name="warning" className="mt-0.5 size-4 shrink-0 text-info" />
              <div className="min-w-0 text-sm">
                <p className="font-medium">{t(`sensitive.${keyOf(name)}.title`)}</p>
                <p className="text-content-muted">{t(`sensitive.${keyOf(name)}.text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {plain.length > 0 && (
        <p className="text-sm text-content-muted">
          {t('plain', { list: format.list(plain.map((name) => t(`plainName.${name}`))) })}
        </p>
      )}
      {unknown.length > 0 && (
        <p className="text-sm wrap-anywhere text-content-muted">
          {t('unknown')} <Codes names={unknown} />
        </p>
      )}
    </>
  )
}

/** Network, native code, devices and other plugins; nothing of what the manifest leaves open. */
async function Needs({ manifest, hasNeeds }: Props) {
  const t = await getTranslations('detail.rights')
  const { native, platforms, devices, capabilities, dependencies, author } = manifest
  const rows: [string, ReactNode][] = []
  if (manifest.requires_network !== null) {
    rows.push([t('network.label'), t(manifest.requires_network ? 'network.yes' : 'network.no')])
  }
  if (native !== null) rows.push([t('native.label'), t(native ? 'native.yes' : 'native.no')])
  if (platforms.length > 0) rows.push([t('platforms'), <Codes key="platforms" names={platforms} />])
  if (devices.length > 0) rows.push([t('devices'), <Codes key="devices" names={devices} />])
  if (capabilities.length > 0) {
    rows.push([t('capabilities'), <Codes key="capabilities" names={capabilities} />])
  }
  if (dependencies.length > 0 && !hasNeeds) {
    const names = dependencies.map(({ id, minimum_version: from }) => `${id} ≥ ${from || '0'}`)
    rows.push([t('dependencies'), <Codes key="dependencies" names={names} />])
  }
  if (author !== '') rows.push([t('author'), <bdi key="author">{author}</bdi>])
  if (rows.length === 0) return null
  return (
    <dl className="facts max-w-2xl">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Codes = ({ names }: { names: string[] }) => (
  <span className="inline-flex flex-wrap gap-1.5">
    {names.map((name) => (
      <bdi key={name} dir="ltr" className="rounded-key bg-surface-2 px-1.5 font-mono text-xs">
        {name}
      </bdi>
    ))}
  </span>
)

/** Width of a key without a width in the manifest. */
const WIDTH = 240
/** Scale of the drawing: screen pixels per device pixel. */
const SCALE = 0.6

/** The keys of a plugin, in proportion to their width on the strip. */
export async function PluginKeys({ keys, lang }: { keys: PluginKey[]; lang: string }) {
  const t = await getTranslations('detail')
  return (
    <section aria-labelledby="keys">
      <h2 id="keys" className="mb-4 font-display text-lg font-semibold">
        {t('keys')}
      </h2>
      <ul
        lang={lang}
        className="flex flex-wrap gap-2 rounded-card border border-line bg-surface-1 p-4"
      >
        {keys.map(({ title, width, tip }, at) => (
          <li
            // A manifest may contain two keys of the same name.
            key={`${at} ${title}`}
            className="flex h-9 max-w-full items-center justify-center rounded-key bg-accent-soft px-3 text-sm font-medium text-accent"
            title={tip}
            style={{ minWidth: Math.min(width ?? WIDTH, DEVICE.width) * SCALE }}
          >
            <bdi className="truncate">{title}</bdi>
            {tip && <span className="sr-only">: {tip}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
