type Props = {
  /** Names with their sizes in words. */
  items: readonly { name: string; size: string }[]
  /** How many are left out; null for none. */
  more: string | null
}

/** Entries of an archive that are not shown. */
export function EntryList({ items, more }: Props) {
  return (
    <ul className="mt-2 divide-y divide-line rounded-key border border-line font-mono text-xs">
      {items.map(({ name, size }, at) => (
        // Names may repeat.
        <li key={at} className="flex items-baseline justify-between gap-4 px-3 py-1.5">
          <bdi className="min-w-0 break-all">{name}</bdi>
          <bdi className="shrink-0 text-content-muted tabular-nums">{size}</bdi>
        </li>
      ))}
      {more !== null && <li className="px-3 py-1.5 font-sans text-content-muted">{more}</li>}
    </ul>
  )
}
