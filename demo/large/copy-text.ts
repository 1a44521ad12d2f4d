type Value = string | number | null

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A line of PostgreSQL's COPY in text format. */
export function copyLine(values: readonly Value[]): string {
  const fields = values.map((value) =>
    value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (mark) => ESCAPES[mark] ?? mark),
  )
  return `${fields.join('\t')}\n`
}

/** A PostgreSQL array literal. */
export function arrayText(values: readonly (string | number)[]): string {
  const quoted = values.map(
    (value) => `"${String(value).replace(/["\\]/g, (mark) => `\\${mark}`)}"`,
  )
  return `{${quoted.join(',')}}`
}
