import type { AuditItem, AuditValues } from '#lib/contract/admin/audit.ts'
import { When } from '#components/ui/when.tsx'
import { getTexts } from '#lib/i18n/translations.ts'

/** Entries of the audit log. Titles, names and reasons are texts of users. */
export async function AuditEntries({ items }: { items: AuditItem[] }) {
  const [t, actions] = await getTexts('admin.audit', 'admin.audit.action')
  if (items.length === 0) return <p className="text-sm text-content-muted">{t('empty')}</p>
  return (
    <ol className="divide-y divide-line rounded-card border border-line bg-surface-1">
      {items.map((item) => (
        <li key={item.n} className="space-y-1 px-4 py-3 text-sm wrap-anywhere">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="rounded-full border border-line-control px-2 py-0.5 text-xs">
              {actions(item.action)}
            </span>
            <Subject item={item} />
            <span className="ms-auto text-xs text-content-muted">
              <When at={item.at} />
            </span>
          </p>
          {item.reason !== '' && <p dir="auto">{item.reason}</p>}
          <Changes item={item} />
          <p className="text-xs text-content-muted">
            {item.by === ''
              ? t('bySite')
              : t.rich(item.by_account ? 'byAccount' : 'byOperator', {
                  name: item.by,
                  who: (name) => <bdi>{name}</bdi>,
                })}
          </p>
        </li>
      ))}
    </ol>
  )
}

function Subject({ item: { kind, id, title, author } }: { item: AuditItem }) {
  return (
    <span className="font-medium">
      <bdi>{kind === null ? author : title}</bdi>
      {kind !== null && (
        <span className="font-normal text-content-muted">
          {' · '}
          {author !== '' && (
            <>
              <bdi>{author}</bdi>
              {' · '}
            </>
          )}
          <code className="text-xs">
            {kind} {id}
          </code>
        </span>
      )}
    </span>
  )
}

/** What the action changed, by the names of the fields in the export. */
function Changes({ item: { before, after } }: { item: AuditItem }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <ul className="font-mono text-xs text-content-muted" dir="ltr">
      {names.map((name) => (
        <li key={name} className="line-clamp-6">
          {name}: {valueIn(before, name)} → {valueIn(after, name)}
        </li>
      ))}
    </ul>
  )
}

const valueIn = (values: AuditValues | null, name: string) => String(values?.[name] ?? '–')
