/** Box of a curve, in the units of its `viewBox`; the picture is stretched to its place. */
export const CURVE = { width: 290, height: 56 }
/** Distance to the edges above and below, so that the line is not cut off. */
const INSET = 2

const round = (value: number) => Math.round(value * 10) / 10

/**
 * The points of a curve as path data, from the left to the right edge of the box.
 * @param peak the value at the upper edge; 0 draws a line at the bottom.
 */
export function curvePath(values: readonly number[], peak: number): string {
  const step = CURVE.width / Math.max(values.length - 1, 1)
  const room = CURVE.height - 2 * INSET
  const heights = values.map((value) => (peak > 0 ? (Math.min(value, peak) / peak) * room : 0))
  // One value is a level line.
  const shown = heights.length === 1 ? [...heights, ...heights] : heights
  const points = shown.map(
    (height, at) => `${round(at * step)} ${round(CURVE.height - INSET - height)}`,
  )
  return points.length === 0 ? '' : `M${points.join(' ')}`
}

/** The area below a curve, down to the lower edge of the box. */
export function areaPath(values: readonly number[], peak: number): string {
  const path = curvePath(values, peak)
  return path && `${path} ${CURVE.width} ${CURVE.height} 0 ${CURVE.height}Z`
}
