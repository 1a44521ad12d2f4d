import { SETUP_KEY } from '#components/setup/setup.ts'
import { LOAD_ISLANDS } from '#lib/browser/page-events.ts'
import { AUTHOR_KEY } from '#lib/browser/stored-author.ts'
import { MESSAGES_KEY } from '#lib/browser/stored-messages.ts'

/**
 * Inline script of the page head: loads the islands at once if there is something of the visitor to
 * show, and otherwise when the framework runs (components/layout/router-ready-client.tsx). A page that
 * is rendered in advance waits until it is shown.
 * @param address of the islands' file, which next.config.mjs builds.
 */
export const islandsScript = (address: string): string =>
  `;(function(d,s){` +
  `function load(){if(s)return;s=d.createElement('script');s.src='${address}';d.head.append(s)}` +
  `function look(){try{if(/(?:^|;\\s*)(?:signed_in=1|session_end=)/.test(d.cookie)||/[?&](?:os|minimum_version)=/.test(location.search)||localStorage.getItem('${AUTHOR_KEY}')||localStorage.getItem('${SETUP_KEY}')||sessionStorage.getItem('${MESSAGES_KEY}'))load()}catch{}}` +
  `addEventListener('${LOAD_ISLANDS}',load);` +
  `if(d.prerendering)d.addEventListener('prerenderingchange',look,{once:true});else look()` +
  `})(document)`
