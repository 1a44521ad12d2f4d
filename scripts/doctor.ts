import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import {
  type DoctorCode,
  type Examination,
  EXAMINATIONS,
  examinedSchema,
  type Problem,
} from '#lib/contract/operator.ts'
import { lastDoctorFile } from '#backend/storage/last-backup.ts'
import { writeWhole } from '#backend/storage/whole-file.ts'
import { createBar } from './bar.ts'
import { examineProxy } from '#scripts/operator/examine-proxy.ts'
import { FINDINGS } from '#scripts/operator/findings.ts'
import { loadConfiguration } from '#scripts/settings/configuration.ts'
import { askReady } from '#scripts/operator/ask-ready.ts'
import { callOperator, loadSite, type OperatedSite } from '#scripts/operator/operator-client.ts'
import { noticesOf } from '#scripts/settings/notices.ts'
import { readSecret } from '#scripts/settings/secret-file.ts'
import { isWeakSecret } from '#scripts/settings/weak-secret.ts'

/*
 * `npm run doctor`: compares what the running site has stored, and looks at what it needs. Exit code 0: nothing was found; 1: problems
 * are left; 2: it could not look.
 */

const USAGE = `Usage: npm run doctor -- [--fix] [--json]
--fix   repairs what can be repaired without loss: counters, the search index, drawings, resized pictures; moves unreferenced
          files to the trash
  --json  prints {"healthy": …, "unchecked": […], "sections": […]} for monitors`

/** A batch reads up to 64 MB, or every key of the storage. */
const TIMEOUT_MS = 600_000

type Found = { code: DoctorCode; subject: string; text: string; isFixed: boolean }
/** `note`: why nothing was checked. */
type Section = { name: string; checked: number; problems: Found[]; note?: string }

const TITLES: Record<Examination, string> = {
  database: 'Database: version, migrations, clock',
  files: 'Files against their objects',
  programs: 'Published files without programs',
  objects: 'Objects against the database',
  counters: 'Counters against their days',
  search: 'Projects against the search index',
}

async function main() {
  const { values } = parseArgs({
    options: {
      fix: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(USAGE)
  const site = await loadSite()
  const { unchecked, ...first } = await examineSite(site)
  const sections: Section[] = []
  for (const section of [first, await examineWay(site)]) {
    sections.push(section)
    if (!values.json) print(section)
  }
  for (const what of EXAMINATIONS) {
    const section = await examine(site, what, values)
    sections.push(section)
    if (!values.json) print(section)
  }
  const left = sections.flatMap(({ problems }) => problems).filter(({ isFixed }) => !isFixed)
  const isHealthy = left.length === 0 && unchecked.length === 0
  await keepResult(left)
  if (values.json)
    console.log(JSON.stringify({ healthy: isHealthy, unchecked, sections: explained(sections) }))
  else if (isHealthy) console.log('\nThe site is healthy.')
  else if (left.length > 0)
    console.log(`\n${left.length} ${left.length === 1 ? 'problem is' : 'problems are'} left.`)
  if (!values.json && unchecked.length > 0)
    console.log(`\nNot checked yet: ${unchecked.join(', ')}. Run it again in a minute.`)
  process.exitCode = isHealthy ? 0 : left.length > 0 ? 1 : 2
}

type Options = { fix: boolean; json: boolean }

/** For the metrics of the backend, where its data folder is on this machine. */
async function keepResult(left: Found[]): Promise<void> {
  const dataDir = path.resolve(loadConfiguration().config.DATA_DIR)
  if (!existsSync(dataDir)) return
  const counts: Partial<Record<DoctorCode, number>> = {}
  for (const { code } of left) counts[code] = (counts[code] ?? 0) + 1
  const text = Buffer.from(JSON.stringify(counts))
  await writeWhole(lastDoctorFile(dataDir), [text]).catch(() => {
    console.error(`The result cannot be written to ${dataDir}; its metrics stay as they were.`)
  })
}

/** The sections with what each finding means. */
const explained = (sections: Section[]) =>
  sections.map(({ problems, ...section }) => ({
    ...section,
    problems: problems.map((problem) => {
      const { ignored, fix } = FINDINGS[problem.code]
      return { ...problem, ignored, fix }
    }),
  }))

async function examine(
  site: OperatedSite,
  what: Examination,
  { fix, json }: Options,
): Promise<Section> {
  const problems: Problem[] = []
  const bar = json ? null : createBar(TITLES[what])
  let checked = 0
  let after: string | null = ''
  while (after !== null) {
    const answer = await callOperator(site, 'examine', { what, after, fix }, TIMEOUT_MS)
    const batch: z.infer<typeof examinedSchema> = examinedSchema.parse(answer)
    checked += batch.checked
    problems.push(...batch.problems)
    after = batch.next
    if (process.stdout.isTTY) bar?.({ done: checked, total: checked + (after ? 1 : 0), what: '' })
  }
  return { name: what, checked, problems }
}

/** What needs no database: answers of the site, runtime, secrets. */
async function examineSite(site: OperatedSite): Promise<Section & { unchecked: string[] }> {
  const { config, env } = loadConfiguration()
  const problems: Found[] = []
  const report = (code: DoctorCode, subject: string, text: string) =>
    problems.push({ code, subject, text, isFixed: false })
  const { states, unchecked, notices, at } = await askReady(site)
  const seconds = Math.round((at - Date.now()) / 1000)
  if (Math.abs(seconds) > CLOCK_MAX_S) {
    const text = `The clocks of the web app and of this machine differ by ${Math.abs(seconds)} s.`
    report('clock_differs', `${Math.abs(seconds)} s`, text)
  }
  if (!states) report('web_unreachable', site.webUrl, `Nothing answers at ${site.webUrl}.`)
  for (const [part, state] of states ?? []) {
    if (state === 'failing')
      report('part_failing', part, `The check of “${part}” fails; see the logs.`)
  }
  for (const { variable, text } of noticesOf(process.env, { env, config }))
    report('configuration', variable, text)
  for (const text of notices) report('configuration', 'TRUSTED_PROXIES', text)
  const major = Number(process.versions.node.split('.')[0])
  if (major < NODE_MIN) report('node_too_old', process.version, `Node ${NODE_MIN} is needed.`)
  const dataDir = path.resolve(config.DATA_DIR)
  const session = (await readSecret(dataDir, 'session'))?.split(',') ?? []
  const secrets = { INTERNAL_SECRET: [site.secret], SESSION_SECRET: env.SESSION_SECRET ?? session }
  for (const [name, list] of Object.entries(secrets)) {
    if (!list.some((one) => isWeakSecret(one))) continue
    report(
      'secret_weak',
      name,
      `${name} can be guessed; set a random one (openssl rand -base64 32).`,
    )
  }
  const checked = 5 + (states?.length ?? 0) - unchecked.length
  return { name: 'site', checked, problems, unchecked }
}

/** What a proxy in front of the site changes. */
async function examineWay(site: OperatedSite): Promise<Section> {
  const { differences, ...section } = await examineProxy(site)
  const problems = differences.map((text) => ({
    code: 'proxy_changes' as const,
    subject: site.origin,
    text,
    isFixed: false,
  }))
  return { name: 'proxy', ...section, problems }
}

const NODE_MIN = 24
/** Difference of the clocks above which sessions and stored pages end too early or too late, in s. */
const CLOCK_MAX_S = 60

const OWN_TITLES: Record<string, string> = {
  site: 'Site: parts, runtime, secrets',
  proxy: 'Proxy: answers through SITE_URL',
}

function print({ name, checked, problems, note }: Section) {
  const examination = EXAMINATIONS.find((one) => one === name)
  const title = examination ? TITLES[examination] : OWN_TITLES[name]
  if (note !== undefined) return console.log(`– ${title}: not checked, since ${note}`)
  const left = problems.filter(({ isFixed }) => !isFixed)
  const mark = left.length > 0 ? '✗' : '✓'
  console.log(`${mark} ${title} (${checked})`)
  for (const code of new Set(problems.map((problem) => problem.code))) {
    const same = problems.filter((problem) => problem.code === code)
    for (const { text, isFixed } of same) console.log(`    ${isFixed ? 'repaired: ' : ''}${text}`)
    if (same.every(({ isFixed }) => isFixed)) continue
    console.log(`      If ignored: ${FINDINGS[code].ignored}\n      Repair: ${FINDINGS[code].fix}`)
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
})
