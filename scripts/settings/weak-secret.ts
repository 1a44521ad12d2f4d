/** Fewer make a secret that can be tried out. */
const DIFFERENT_MIN = 10
const COMMON = /pass|secret|change|admin|qwert|abcd|1234/i

/** Whether a secret of sufficient length looks like one that was made up or copied from an example. */
export const isWeakSecret = (secret: string): boolean =>
  new Set(secret).size < DIFFERENT_MIN || COMMON.test(secret)
