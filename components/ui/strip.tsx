/** Drawing of the device's strip: rounded keys, some in the colours of the kinds. */
export function Strip({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 434 60" className={className} aria-hidden="true" role="presentation">
      <rect width="434" height="60" rx="14" className="fill-surface-2" />
      {KEYS.map(({ x, width, fill }) => (
        <rect key={x} x={x} y="9" width={width} height="42" rx="8" style={{ fill }} />
      ))}
    </svg>
  )
}

const IDLE = 'var(--border)'
const KEYS = [
  { x: 9, width: 42, fill: 'var(--accent-icon)' },
  { x: 57, width: 64, fill: IDLE },
  { x: 127, width: 42, fill: 'var(--accent-plugin)' },
  { x: 175, width: 96, fill: IDLE },
  { x: 277, width: 42, fill: 'var(--accent-profile)' },
  { x: 325, width: 52, fill: IDLE },
  { x: 383, width: 42, fill: 'var(--accent-flexpage)' },
]
