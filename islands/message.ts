import { RUN_SCRIPTS } from '#lib/browser/page-events.ts'
import { hasSessionEnd } from '#lib/browser/session-end.ts'
import { hasSessionHint, readAuthor } from '#lib/browser/stored-author.ts'
import { readMessages } from '#lib/browser/stored-messages.ts'

/**
 * Runs the framework's scripts at once where a message waits for them: one that the page before was
 * showing, or that a session began or ended.
 */
export function runScriptsForMessage(): void {
  const isChanged = hasSessionHint() !== (readAuthor() !== null)
  if (isChanged || hasSessionEnd() || readMessages()?.shown) dispatchEvent(new Event(RUN_SCRIPTS))
}
