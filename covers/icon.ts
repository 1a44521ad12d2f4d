/** A drawing in a square box of `size` units, painted in `currentColor`. `scale` evens out icon sets. */
export type Icon = { name: string; body: string; size: number; scale: number }
