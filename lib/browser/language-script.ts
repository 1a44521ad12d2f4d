const YEAR_S = 365 * 24 * 3600

/**
 * Inline script of the page head: a link in `data-locale` to the page in another language keeps query and
 * fragment of the address, and a cookie stores the choice.
 */
export const LANGUAGE_SCRIPT = `;addEventListener('click',e=>{var a=e.target.closest?.('a[data-locale]');if(!a)return;document.cookie='locale='+a.dataset.locale+'; Path=/; Max-Age=${YEAR_S}; SameSite=Lax';a.search=location.search;a.hash=location.hash},true)`
