import { test } from 'playwright/test'

/**
 * Records a measured figure. `npm run test:long` writes it to docs/long-tests.md, `npm run test:faults` to docs/reliability.md
 * with its criterion.
 */
export function figure(what: string, value: number | string, criterion = '') {
  test.info().annotations.push({ type: 'figure', description: [what, value, criterion].join('|') })
}

/** A figure in seconds. */
export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
