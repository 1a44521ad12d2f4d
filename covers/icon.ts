/**
 * A drawing in a square box of `size` units, painted in `currentColor`. `scale` evens out icon sets. One that
 * keeps its own colours names the `ground` on which they are visible, unless any will do.
 */
export type Icon = {
  name: string
  body: string
  size: number
  scale: number
  ground?: 'dark' | 'light' | 'mixed'
}
