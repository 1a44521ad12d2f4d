type Ask = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

/** Every row of every table, as text. */
export async function allRows(ask: Ask): Promise<Record<string, string[]>> {
  await ask(`SET TimeZone = 'UTC'`)
  const { rows: tables } = await ask(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  const names = tables.map(({ name }) => String(name))
  // One statement: tests ask thousands of times.
  const selects = names.map((name) => `SELECT '${name}' AS name, t::text AS line FROM "${name}" t`)
  const { rows } = await ask(selects.join(' UNION ALL '))
  const lines = Object.groupBy(rows, ({ name }) => String(name))
  return Object.fromEntries(
    names.map((name) => [name, (lines[name] ?? []).map(({ line }) => String(line)).toSorted()]),
  )
}
