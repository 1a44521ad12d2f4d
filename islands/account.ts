import { onStorageChange } from '#lib/browser/storage.ts'
import { AUTHOR_KEY, hasSessionHint, readAuthor } from '#lib/browser/stored-author.ts'

/**
 * Shows the remembered account in the header. The account menu shows the same once it is hydrated
 * (components/account/corner/account-menu-client.tsx).
 */
export function showAccount(): void {
  showName()
  onStorageChange(AUTHOR_KEY, showName)
}

function showName() {
  const username = hasSessionHint() ? (readAuthor()?.username ?? '') : ''
  setText('initial', username.slice(0, 1))
  setText('name', username)
}

function setText(part: 'initial' | 'name', text: string) {
  const element = document.querySelector(`[data-account=${part}]`)
  if (element && element.textContent !== text) element.textContent = text
}

/** Shows the actions of a project to its author, on pages that arrive later too. */
export function showOwnBar(): void {
  markOwn()
  onStorageChange(AUTHOR_KEY, markOwn)
  new MutationObserver(markOwn).observe(document.body, { subtree: true, childList: true })
}

function markOwn() {
  const uid = hasSessionHint() ? readAuthor()?.uid : undefined
  for (const bar of document.querySelectorAll<HTMLElement>('[data-author]')) {
    bar.toggleAttribute('data-own', uid !== undefined && bar.dataset['author'] === uid)
  }
}
