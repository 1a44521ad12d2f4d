const COLOURS = [
  'var(--accent-icon)',
  'var(--accent-plugin)',
  'var(--accent-profile-fill)',
  'var(--accent-flexpage)',
]

/** Logo: four keys of the strip in the colours of the kinds. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 font-display text-lg font-bold tracking-tight">
      <svg viewBox="0 0 40 24" className="h-6 w-10 shrink-0" aria-hidden="true">
        <rect width="40" height="24" rx="7" className="fill-surface-2" />
        {COLOURS.map((fill, at) => (
          <rect
            key={fill}
            x={4 + at * 8.5}
            y="5"
            width="6.5"
            height="14"
            rx="2.5"
            style={{ fill }}
          />
        ))}
      </svg>
      <span className="truncate">{name}</span>
    </span>
  )
}
