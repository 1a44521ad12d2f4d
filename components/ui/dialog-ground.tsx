type Props = { className?: string }

/**
 * The dimmed page behind a dialog, which does not scroll meanwhile (app/globals.css). Radix's overlay
 * locks the scrolling by a style element, which the page's policy forbids.
 */
export function DialogGround({ className = 'bg-black/60' }: Props) {
  return <div className={`dialog-ground pointer-events-auto fixed inset-0 z-40 ${className}`} />
}
