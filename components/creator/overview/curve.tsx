import { CURVE, areaPath, curvePath } from '#lib/own-projects/curve.ts'

type Props = {
  label: string
  /** Drawn as an area. */
  values: readonly number[]
  /** Drawn as a line in front of it, on the same scale. */
  others?: readonly number[]
  /** Places of vertical marks, as shares of the width. */
  marks?: readonly number[]
  className: string
}

/** Counts of several days as a small curve in the colour of the kind, drawn by the server. */
export function Curve({ label, values, others = [], marks = [], className }: Props) {
  const peak = Math.max(0, ...values, ...others)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${CURVE.width} ${CURVE.height}`}
      preserveAspectRatio="none"
      className={`block w-full fill-none [&_path]:[vector-effect:non-scaling-stroke] ${className}`}
    >
      {marks.map((mark) => (
        <path
          key={mark}
          d={`M${Math.round(mark * CURVE.width)} 0V${CURVE.height}`}
          className="stroke-line-control"
          strokeDasharray="2 3"
        />
      ))}
      <path d={areaPath(values, peak)} className="fill-accent opacity-20" />
      <path
        d={curvePath(values, peak)}
        className="stroke-accent"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {others.length > 0 && (
        <path
          d={curvePath(others, peak)}
          className="stroke-content"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
