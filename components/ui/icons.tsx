import { createElement } from 'react'
import { SHAPES } from './icon-shapes.ts'

export type IconName = keyof typeof SHAPES

/** Elements of an icon on a grid of 24 × 24, to be stroked by the `svg` around them. */
export const iconShapes = (name: IconName) =>
  SHAPES[name].map(([tag, attributes], at) => createElement(tag, { key: at, ...attributes }))

/** A decorative line icon, sized to its text unless a class says otherwise. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`size-[1.15em] shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {iconShapes(name)}
    </svg>
  )
}
