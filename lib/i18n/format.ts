const KB = 1024
const MB = KB * KB

/** A size for people, in the language. */
export function formatBytes(bytes: number, locale: string): string {
  const [value, unit] = bytes < MB ? [bytes / KB, 'kilobyte'] : [bytes / MB, 'megabyte']
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(value)
}

/** A time that is left, in the language. */
export function formatSeconds(seconds: number, locale: string): string {
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [seconds / 60, 'minute']
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: 0,
  }).format(Math.ceil(value))
}
