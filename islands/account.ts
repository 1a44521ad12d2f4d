import { onStorageChange } from '#lib/browser/storage.ts'
import { AUTHOR_KEY, hasSessionHint, readAuthor } from '#lib/browser/stored-author.ts'

/**
 * Shows the remembered account in the header. The account menu shows the same once it is hydrated
 * (components/auth/corner/account-menu-client.tsx).
 */
export function showAccount(): void {
  show()
  onStorageChange(AUTHOR_KEY, show)
}

function show() {
  const username = hasSessionHint() ? (readAuthor()?.username ?? '') : ''
  setText('initial', username.slice(0, 1))
  setText('name', username)
}

function setText(part: 'initial' | 'name', text: string) {
  const element = document.querySelector(`[data-account=${part}]`)
  if (element && element.textContent !== text) element.textContent = text
}
