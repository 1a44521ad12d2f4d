const KB = 1024
const MB = KB * KB
const GB = KB * MB

/** Formats a file size in a language. */
export function formatBytes(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < MB
      ? [bytes / KB, 'kilobyte']
      : bytes < GB
        ? [bytes / MB, 'megabyte']
        : [bytes / GB, 'gigabyte']
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(value)
}

/** Lists names in a language, without a word between the last two where the language allows that. */
export const formatList = (parts: string[], locale: string): string =>
  new Intl.ListFormat(locale, { style: 'narrow' }).format(parts)

/** Formats a remaining time in a language. */
export function formatSeconds(seconds: number, locale: string): string {
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [seconds / 60, 'minute']
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: 0,
  }).format(Math.ceil(value))
}
