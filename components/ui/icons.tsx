import type { SHAPES } from './icon-shapes.ts'

export type IconName = keyof typeof SHAPES

/**
 * A decorative line icon, sized to its text unless a class sets another size. One element, drawn as a mask by the
 * style sheet (app/icons.css).
 */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return <span aria-hidden="true" className={`icon icon-${name} ${className}`.trimEnd()} />
}
