type Ask = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

/** Every row of every table, as text. */
export async function allRows(ask: Ask): Promise<Record<string, string[]>> {
  await ask(`SET TimeZone = 'UTC'`)
  const { rows: tables } = await ask(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await ask(`SELECT t::text AS line FROM "${String(name)}" t`)
    all[String(name)] = rows.map(({ line }) => String(line)).toSorted()
  }
  return all
}
