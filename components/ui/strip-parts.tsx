import type { ReactNode } from 'react'

type Props = { top?: number; height?: number; className?: string; children: ReactNode }

/** Drawing of hardware, 434 units wide: it looks the same in both themes, so its colours are those of the dark one. */
export function StripFrame({ top = 6, height = 60, className = '', children }: Props) {
  return (
    <svg
      viewBox={`0 ${top} 434 ${height}`}
      data-theme="dark"
      className={className}
      aria-hidden="true"
      role="presentation"
    >
      {children}
    </svg>
  )
}

export const UNLIT = 'var(--device-key)'
export const ICON = 'var(--accent-icon)'
export const PLUGIN = 'var(--accent-plugin)'
export const PROFILE = 'var(--accent-profile-fill)'
export const FLEXPAGE = 'var(--accent-flexpage)'

export const BODY = { fill: 'var(--device)', stroke: 'var(--device-edge)' }
export const STROKE = { fill: 'none', strokeWidth: 3, strokeLinecap: 'round' } as const

/** Left edge and width of seven keys that fill the strip. */
const KEYS = [
  [18, 44],
  [66, 66],
  [136, 44],
  [184, 84],
  [272, 44],
  [320, 48],
  [372, 44],
] as const

/** Keys in these colours; none where it is empty. */
export const stripKeys = (...fills: string[]) =>
  KEYS.map(([x, width], at) => {
    const fill = fills[at]
    return fill && <rect key={x} x={x} y="14" width={width} height="44" rx="10.5" fill={fill} />
  })
