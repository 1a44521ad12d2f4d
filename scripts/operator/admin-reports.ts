import { INDENT, printable, timeOf } from './admin-lists.ts'
import { callAdmin, type OperatedSite } from './operator-client.ts'

/** Lists the reports that wait, oldest first; with a number one of them. */
export async function showReports(
  site: OperatedSite,
  [given]: string[],
  after?: string,
): Promise<void> {
  if (given !== undefined) return showReport(site, Number(given))
  const { items, next } = await callAdmin(site, 'reports', {
    ...(after !== undefined && { after: Number(after) }),
  })
  if (items.length === 0) console.log('No report waits.')
  for (const { number, created_at: at, reason, kind, id, title, author, state } of items) {
    const subject = kind === null ? 'author' : `${kind} ${id}`
    console.log(`${timeOf(at)}  ${number}  ${reason}  ${subject}  ${printable(title)}`)
    console.log(`${INDENT}${state}; author: ${printable(author)}`)
  }
  if (next !== null) console.log(`More: --after ${next}`)
}

async function showReport(site: OperatedSite, number: number): Promise<void> {
  const report = await callAdmin(site, 'moderatedReport', { number })
  const { reason, title, author, text, work, rights_holder: holder, messages, decided } = report
  console.log(`Report ${number} (${reason}) about “${printable(title)}” by ${printable(author)}`)
  for (const part of [work, holder, text]) if (part !== '') console.log(printable(part))
  for (const { at, from, text: said } of messages) {
    console.log(`${timeOf(at)}  ${from}: ${printable(said)}`)
  }
  if (decided)
    console.log(`${report.state} by ${printable(decided.by)}: ${printable(decided.text)}`)
}
