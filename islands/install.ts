/** Time in which the designer application takes the focus, in milliseconds. */
export const OPENING_MS = 1500

/**
 * Opens the help below “Install” if the designer application did not take the focus (components/project/actions.tsx):
 * browsers do not report whether an address of another application was opened.
 */
export function helpWithInstalling(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest('a[data-install]')
    const help = document.querySelector<HTMLDetailsElement>('[data-unopened]')
    if (!link || !help) return
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
  })
}
