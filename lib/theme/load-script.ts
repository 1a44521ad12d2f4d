/** Set where a page was loaded anew because a part of it could not be; gone once all of it is there. */
export const RELOADED_KEY = 'reloaded'

/**
 * Runs in the page before anything else, so it is text and depends on nothing: a script of the page
 * that cannot be loaded (a newer version of the site is out, a connection broke) loads the page once
 * more; a second failure is logged. After the page's `load` nothing does: what comes later and fails
 * is answered where it was wanted.
 */
export const LOAD_SCRIPT = `;addEventListener('error',function(e){var s=e.target;if(!(s instanceof HTMLScriptElement)||s.src.indexOf('/_next/static/')<0||document.readyState==='complete')return;try{if(localStorage.getItem('${RELOADED_KEY}')){console.error('A part of the page cannot be loaded: '+s.src)}else{localStorage.setItem('${RELOADED_KEY}','1');location.reload()}}catch(x){}},true)`
