/**
 * Inline script of the page head that runs statements before the first paint, and again when the page
 * returns from the back/forward cache or was rendered in advance: what they read may have changed.
 */
export const shownScript = (statements: readonly string[]): string =>
  `;(f=>{f();addEventListener('pageshow',e=>{if(e.persisted)f()});document.addEventListener('prerenderingchange',f)})(()=>{${statements.join(';')}})`
