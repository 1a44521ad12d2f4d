import { showAccount, showOwnBar } from './account.ts'
import { showFitBadges } from './fit-badges.ts'
import { answerInstalling } from './install.ts'
import { showStrip } from './strip-bar.ts'
import { RUN_SCRIPTS } from '#lib/browser/page-events.ts'
import { hasSessionEnd } from '#lib/browser/session-end.ts'
import { hasSessionHint, readAuthor } from '#lib/browser/stored-author.ts'
import { readMessages } from '#lib/browser/stored-messages.ts'

/*
 * What a page shows of its visitor before the framework runs: at most 5 kB (tests/e2e/budget.spec.ts),
 * and no library. The inline script of the head loads it (islands/head-script.ts).
 */

function start() {
  showAccount()
  showFitBadges()
  showOwnBar()
  runScriptsForMessage()
  answerInstalling()
  showStrip()
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()

/**
 * Runs the framework's scripts at once where a message waits for them: one that the page before was
 * showing, or that a session began or ended.
 */
function runScriptsForMessage(): void {
  const isChanged = hasSessionHint() !== (readAuthor() !== null)
  if (isChanged || hasSessionEnd() || readMessages()?.shown) dispatchEvent(new Event(RUN_SCRIPTS))
}
