/**
 * Inline script of a strip (components/project/strip-view.tsx): loads its island when it is pointed at, has the focus, or is named
 * by the address. Not in the head: other pages have no strip. The server names its hash in the policy of pages.
 */
export const STRIP_SCRIPT =
  `(function(v){` +
  `function load(){if(!v)return;v=0;var s=document.createElement('script');s.src='${process.env.STRIP_ISLAND ?? ''}';document.head.append(s)}` +
  `v.addEventListener('pointerover',load);v.addEventListener('focusin',load);` +
  `if(/^#try=/.test(location.hash))load()` +
  `})(document.currentScript.parentNode)`
