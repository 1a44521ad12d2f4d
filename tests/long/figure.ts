import { test } from 'playwright/test'

/** Records a measured figure; `npm run test:long` writes it to docs/long-tests.md. */
export function figure(what: string, value: number | string) {
  test.info().annotations.push({ type: 'figure', description: `${what}|${value}` })
}
