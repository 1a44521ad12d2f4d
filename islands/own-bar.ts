import { onStorageChange } from '#lib/browser/storage.ts'
import { AUTHOR_KEY, hasSessionHint, readAuthor } from '#lib/browser/stored-author.ts'

/** Shows the actions of a project to its author, on pages that arrive later too. */
export function showOwnBar(): void {
  show()
  onStorageChange(AUTHOR_KEY, show)
  new MutationObserver(show).observe(document.body, { subtree: true, childList: true })
}

function show() {
  const uid = hasSessionHint() ? readAuthor()?.uid : undefined
  for (const bar of document.querySelectorAll<HTMLElement>('[data-author]')) {
    bar.toggleAttribute('data-own', uid !== undefined && bar.dataset['author'] === uid)
  }
}
