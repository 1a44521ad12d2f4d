/**
 * Focuses the content unless something has the focus: a control that a navigation removed leaves the
 * focus to the page, and keyboard and screen reader users would lose their place (WCAG 2.4.3).
 */
export function focusContent(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** Focuses the heading of the page unless something has the focus, so that screen readers announce where the visitor is. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading || document.activeElement !== document.body) return
  heading.tabIndex = -1
  heading.classList.add('outline-none')
  heading.focus({ preventScroll: true })
}
