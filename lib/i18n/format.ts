const KB = 1024
const MB = KB * KB

/** Formats a file size in a language. */
export function formatBytes(bytes: number, locale: string): string {
  const [value, unit] = bytes < MB ? [bytes / KB, 'kilobyte'] : [bytes / MB, 'megabyte']
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(value)
}

/** Formats a remaining time in a language. */
export function formatSeconds(seconds: number, locale: string): string {
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [seconds / 60, 'minute']
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: 0,
  }).format(Math.ceil(value))
}
