import { recordEvent } from '#lib/browser/record-event.ts'

/** Time in which the designer application takes the focus, in milliseconds. */
export const OPENING_MS = 1500

/** Answers presses of “Install” (components/project/install-link.tsx), also those from before this ran. */
export function answerInstalling(): void {
  for (const link of document.querySelectorAll<HTMLElement>('a[data-pressed]')) answer(link)
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLElement>('a[data-install]')
    if (link) answer(link)
  })
}

/**
 * Counts the press, and opens the help below “Install” if the designer application did not take the focus (components/project/actions.tsx):
 * browsers do not report whether an address of another application was opened.
 */
function answer({ dataset }: HTMLElement): void {
  recordEvent(dataset['install'] ?? '')
  const help = document.querySelector<HTMLDetailsElement>('[data-unopened]')
  if (!help) return
  const opening = new AbortController()
  const timer = setTimeout(() => {
    opening.abort()
    if (!document.hasFocus()) return
    help.open = true
    help.scrollIntoView({ block: 'nearest' })
    const said = help.previousElementSibling
    if (said) said.textContent = help.textContent
  }, OPENING_MS)
  for (const leave of ['blur', 'pagehide']) {
    addEventListener(
      leave,
      () => {
        clearTimeout(timer)
        opening.abort()
      },
      { signal: opening.signal },
    )
  }
}
