/** Id of the inert block that names the scripts of a page whose scripts wait for the visitor. */
export const SCRIPTS_ID = 'page-scripts'
/**
 * Marker of a page that was reloaded because a script failed to load; cleared once a page is
 * complete.
 */
export const RELOADED_KEY = 'reloaded'

/**
 * Inline script of the page head, so it is text without imports. Reloads the page once if one of
 * its scripts fails to load (after a deployment, or on a broken connection); a second failure is
 * logged. Failures after `load` are handled by their callers, and where scripts wait, by what loads
 * them (server/next/script-loader.ts).
 */
export const LOAD_SCRIPT = `;addEventListener('error',e=>{var s=e.target;if(!s.matches?.('script[src*="/_next/static/"]')||document.readyState==='complete'||document.getElementById('${SCRIPTS_ID}'))return;try{if(localStorage.${RELOADED_KEY}){console.error('not loaded: '+s.src)}else{localStorage.${RELOADED_KEY}=1;location.reload()}}catch{}},true)`
