import { test } from 'playwright/test'

/** A figure that the run has measured; `npm run test:long` writes it into docs/long-tests.md. */
export function figure(what: string, value: number | string) {
  test.info().annotations.push({ type: 'figure', description: `${what}|${value}` })
}
