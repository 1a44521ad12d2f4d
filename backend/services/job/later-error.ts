/** Thrown by a job that is to begin again in `seconds`: it waits for a time that is known. The attempt does not count. */
export class LaterError extends Error {
  readonly seconds: number

  constructor(seconds: number, cause?: unknown) {
    super(`again in ${seconds} s`, { cause })
    this.name = 'LaterError'
    this.seconds = seconds
  }
}
