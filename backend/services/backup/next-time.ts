const DAY_MINUTES = 24 * 60

/**
 * The next time of a schedule after `now`.
 * @param minutes times of day in minutes, in the time zone of the machine.
 */
export function nextTime(minutes: readonly number[], now: Date): Date {
  const times = [0, 1].flatMap((days) =>
    minutes.map((minute) => {
      const time = new Date(now)
      time.setHours(0, minute + days * DAY_MINUTES, 0, 0)
      return time
    }),
  )
  const next = times.filter((time) => time > now).toSorted((a, b) => a.getTime() - b.getTime())[0]
  return next ?? new Date(now.getTime() + DAY_MINUTES * 60_000)
}
