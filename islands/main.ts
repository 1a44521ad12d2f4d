import { showAccount } from './account.ts'
import { showFitBadges } from './fit-badges.ts'
import { helpWithInstalling } from './install.ts'
import { runScriptsForMessage } from './message.ts'
import { showOwnBar } from './own-bar.ts'

/*
 * What a page shows of its visitor before the framework runs: at most 5 kB (tests/e2e/budget.spec.ts),
 * and no library. The inline script of the head loads it (islands/head-script.ts).
 */

function start() {
  showAccount()
  showFitBadges()
  showOwnBar()
  runScriptsForMessage()
  helpWithInstalling()
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
