/**
 * Focuses the content unless something has the focus: a control that a navigation removed leaves the
 * focus to the page, and keyboard and screen reader users would lose their place (WCAG 2.4.3).
 */
export function focusContent(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
