/** Logo: four keys of the strip in the colours of the kinds. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 font-display text-lg font-bold tracking-tight">
      <svg viewBox="0 0 40 24" className="h-6 w-10 shrink-0" aria-hidden="true">
        <rect width="40" height="24" rx="7" className="fill-surface-2" />
        <rect x="4" y="5" width="6.5" height="14" rx="2.5" style={{ fill: 'var(--accent-icon)' }} />
        <rect
          x="12.5"
          y="5"
          width="6.5"
          height="14"
          rx="2.5"
          style={{ fill: 'var(--accent-plugin)' }}
        />
        <rect
          x="21"
          y="5"
          width="6.5"
          height="14"
          rx="2.5"
          style={{ fill: 'var(--accent-profile-fill)' }}
        />
        <rect
          x="29.5"
          y="5"
          width="6.5"
          height="14"
          rx="2.5"
          style={{ fill: 'var(--accent-flexpage)' }}
        />
      </svg>
      <span className="truncate">{name}</span>
    </span>
  )
}
