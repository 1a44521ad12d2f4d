const KB = 1024
/** Durations in milliseconds, sizes in bytes. */
const UNITS: Record<string, number> = {
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  days: 86_400_000,
  KiB: KB,
  MiB: KB * KB,
  '%': 0.01,
}
/** The unit of a constant, by the end of its name. */
const SUFFIXES: [RegExp, string][] = [
  [/(?:_MS|Ms)$/, 'ms'],
  [/_MINUTES$/, 'min'],
  [/_DAYS$/, 'days'],
  [/(?:(?<!PER)_S|SECONDS|seconds)$/, 's'],
]

/** A number with an optional unit, such as `10,000`, `10 MiB` or `7.5 s`. */
export function parseQuantity(text: string): number {
  const [, digits = '', unit] = /^([\d,.]+)(?: ?(\S+))?$/.exec(text) ?? []
  const factor = unit === undefined ? 1 : UNITS[unit]
  if (digits === '' || factor === undefined) throw new Error(`not a quantity: ${text}`)
  return Number(digits.replaceAll(',', '')) * factor
}

/** The value of a constant in milliseconds or bytes, if its name says a unit. */
export function measure(name: string, value: number | string): number | string {
  const unit = SUFFIXES.find(([suffix]) => suffix.test(name))?.[1]
  return typeof value === 'string' || unit === undefined ? value : value * (UNITS[unit] ?? 1)
}
