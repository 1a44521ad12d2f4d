import { BODY, FLEXPAGE, ICON, PLUGIN, PROFILE, STROKE, UNLIT } from './strip-parts.tsx'

/** Left edge, width and colour of the keys of the strip; the device is 434 units wide. */
const KEYS = [
  [16, 44, ICON],
  [64, 62, UNLIT],
  [130, 44, PLUGIN],
  [178, 74, PROFILE],
  [256, 44, UNLIT],
  [304, 44, FLEXPAGE],
  [352, 66, UNLIT],
] as const
const ROWS = [
  [0, 14],
  [10, 13],
  [18, 12],
] as const

/** A touch strip above a keyboard: what the device is, in one picture. Decorative where `label` is empty. */
export function DeviceScene({ label, className = '' }: { label: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 480 196"
      className={className}
      {...(label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <rect x="8" y="92" width="464" height="120" rx="16" fill="var(--surface-2)" />
      <g fill="var(--surface-1)" stroke="var(--border-strong)">
        {ROWS.flatMap(([inset, count], row) =>
          Array.from({ length: count }, (_, at) => (
            <rect
              key={`${row} ${at}`}
              x={23 + inset + at * ((440 - 2 * inset) / count)}
              y={104 + row * 31}
              width={(440 - 2 * inset) / count - 5}
              height="26"
              rx="5"
            />
          )),
        )}
      </g>
      <g data-theme="dark" transform="translate(23 6)">
        <rect x="1" y="1" width="432" height="64" rx="19" {...BODY} />
        {KEYS.map(([x, width, fill]) => (
          <rect key={x} x={x} y="11" width={width} height="44" rx="10.5" fill={fill} />
        ))}
        <g {...STROKE} strokeLinejoin="round" stroke="var(--device)">
          <path d="M32 26v14l12-7z" />
          <path d="M145 33h14m-7-7v14" />
          <path d="M196 33h38" />
          <path d="m318 35 6 6 10-14" />
        </g>
        <g {...STROKE} stroke="var(--text-muted)">
          <path d="M84 33h22M278 27v12m-6-6h12M370 28h30m-30 10h18" />
        </g>
      </g>
    </svg>
  )
}
