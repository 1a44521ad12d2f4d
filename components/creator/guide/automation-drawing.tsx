import type { Kind } from '#lib/contract/kind.ts'

type Key = { x: number; width: number; kind?: Kind }

/** Keys of the strip; those with a kind are lit, and have a release above. */
const KEYS: readonly Key[] = [
  { x: 13, width: 26 },
  { x: 43, width: 44, kind: 'icon' },
  { x: 91, width: 26 },
  { x: 121, width: 44, kind: 'plugin' },
  { x: 169, width: 26 },
  { x: 199, width: 44, kind: 'profile' },
  { x: 247, width: 44, kind: 'flexpage' },
]
const [LINE, TOP, HEIGHT] = [30, 86, 28]

/** A line of commits: each release of it lights a key of the strip below. */
export function AutomationDrawing({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 304 138" className={className} aria-hidden="true" role="presentation">
      <path
        d={`M13 ${LINE}H291`}
        strokeWidth="2"
        strokeLinecap="round"
        className="stroke-line-strong"
      />
      <rect
        x="4"
        y={TOP - 9}
        width="296"
        height={HEIGHT + 18}
        rx="12"
        className="fill-(--device)"
      />
      {KEYS.map((key) => (
        <Column key={key.x} {...key} />
      ))}
    </svg>
  )
}

function Column({ x, width, kind }: Key) {
  const middle = x + width / 2
  const box = { x, y: TOP, width, height: HEIGHT, rx: 7 }
  if (!kind) {
    return (
      <>
        <circle cx={middle} cy={LINE} r="4" className="fill-line-strong" />
        <rect data-theme="dark" {...box} className="fill-line-strong" />
      </>
    )
  }
  return (
    <g data-kind={kind}>
      <path
        d={`M${middle} ${LINE + 13}V${TOP - 15}`}
        strokeWidth="2"
        strokeDasharray="1 6"
        strokeLinecap="round"
        className="stroke-accent"
      />
      <circle cx={middle} cy={LINE} r="8" className="fill-accent-fill" />
      {/* The device is black, with light colours on its keys, in both themes. */}
      <g data-theme="dark" data-kind={kind}>
        <rect {...box} className="fill-accent" />
        <path
          d={`M${middle - 6} ${TOP + 14}l4 4 8-8`}
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="fill-none stroke-accent-on"
        />
      </g>
    </g>
  )
}
