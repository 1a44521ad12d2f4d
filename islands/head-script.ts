import { SETUP_KEY } from '#components/setup/setup.ts'
import { LIST_SHOWN, LOAD_ISLANDS } from '#lib/browser/page-events.ts'
import { AUTHOR_KEY } from '#lib/browser/stored-author.ts'
import { MESSAGES_KEY } from '#lib/browser/stored-messages.ts'
import { STRIP_KEY } from '#lib/browser/collected-strip.ts'
import { LIST_PATH, LISTS_KEY } from '#lib/browser/list-address.ts'

/** Addresses of the files that next.config.mjs builds. */
type Addresses = { visitor: string; fields: string; lists: string }

/**
 * Inline script of the page head: loads the visitor's islands at once if there is something of the
 * visitor to show, and otherwise when the framework runs (components/layout/navigation-client.tsx); and
 * that of fields with the first focus of one, fetched in advance when the page has loaded; that of lists on a list, and
 * where one was left; the visitor's also with a press of “Install”. A page that is
 * rendered in advance waits until it is shown. The visitor's operating system, of the setup or of the browser, becomes an attribute of
 * the document (`win`, `mac`, `lin` in any case), for style sheets; another one reserves the place of a strip that is being built.
 */
export const islandsScript = ({ visitor, fields, lists }: Addresses): string =>
  `;((d,l)=>{` +
  `function load(a){if(l[a])return;var s=l[a]=d.createElement('script');s.src=a;d.head.append(s)}` +
  `function look(){try{var s=localStorage,o=sessionStorage;d.documentElement.dataset.os=(s.${SETUP_KEY}||navigator.platform).slice(0,3);if(s.${STRIP_KEY}){d.documentElement.dataset.strip='';load('${visitor}')}if(/(?:^|;\\s*)(?:signed_in=1|session_end=)/.test(d.cookie)||s.${AUTHOR_KEY}||s.${SETUP_KEY}||o.${MESSAGES_KEY})load('${visitor}');if(${LIST_PATH}.test(location.pathname)||o.${LISTS_KEY})load('${lists}')}catch{}}` +
  `addEventListener('${LOAD_ISLANDS}',()=>load('${visitor}'));` +
  `addEventListener('${LIST_SHOWN}',()=>load('${lists}'));` +
  // Safari does not focus the radio button that is clicked.
  `['focusin','input'].forEach(t=>addEventListener(t,e=>{if(e.target.matches?.('[data-island=true] input,input[data-island]'))load('${fields}')}));` +
  // Not `prefetch`, which Firefox judges by `default-src`, so that the policy would block it; nor `preload`, of which browsers complain
  // where no field gets the focus.
  `addEventListener('load',()=>fetch('${fields}',{priority:'low'}).then(r=>r.blob()).catch(()=>{}));` +
  // A press that comes before the island, which answers it (islands/install.ts).
  `addEventListener('click',e=>{var t=e.target.closest?.('a[data-install]');if(t){t.dataset.pressed='';load('${visitor}')}});` +
  `if(d.prerendering)d.addEventListener('prerenderingchange',look,{once:true});else look()` +
  `})(document,{})`
