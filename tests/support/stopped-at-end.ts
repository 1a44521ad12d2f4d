import { afterAll } from 'vitest'

/** Waits for what a file of tests runs against, and stops it behind the last test. What was started later is stopped first. */
export async function stoppedAtEnd<T extends { stop: () => unknown }>(
  starting: Promise<T>,
): Promise<T> {
  const started = await starting
  afterAll(async () => void (await started.stop()))
  return started
}
