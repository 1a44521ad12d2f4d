/** Inline style sheet of pages without scripts. The policy of pages names its hash (server/policy.ts). */
export const NOSCRIPT_STYLE = '.needs-script,.needs-script-fold{display:none!important}'
