import type { ReactNode } from 'react'

/**
 * The touch strip device: a slim bar of metal around its glass, which is a strip (strip-keys.tsx). It is 2246 × 95 pixels of the
 * device (`--u`) large, in both themes, and has the direction `ltr` in every language, as hardware has.
 */
export const Device = ({ children }: { children: ReactNode }) => (
  <div dir="ltr" className="device">
    {children}
  </div>
)
