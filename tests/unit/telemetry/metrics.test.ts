import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { DOCTOR_CODES } from '#lib/contract/operator.ts'
import { FINDINGS } from '#scripts/operator/findings.ts'
import { isInstalled } from '#tests/support/engines/engine.ts'
import { METRICS } from '#lib/telemetry/metrics.ts'
import { renderMetrics } from '#lib/telemetry/prometheus.ts'
import { count, observe, seriesOfMetric, setGauge } from '#lib/telemetry/registry.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const ruleSchema = z.object({
  alert: z.string(),
  expr: z.string(),
  for: z.string(),
  labels: z.object({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.object({ summary: z.string(), description: z.string(), runbook: z.string() }),
})
const rulesSchema = z.object({ groups: z.array(z.object({ rules: z.array(ruleSchema) })) })
const { groups } = rulesSchema.parse(parse(read('deploy/prometheus/alerts.yml')))
const rules = groups.flatMap((group) => group.rules)

it('a counter, a gauge and a histogram are in the text format with help, type and labels', async () => {
  count('keystrip_mails_total', ['sent'])
  count('keystrip_mails_total', ['sent'], 2)
  setGauge('keystrip_renders', () => [{ labels: ['busy'], value: 4 }])
  observe('keystrip_sql_statement_seconds', 0.003, ['select'])
  observe('keystrip_sql_statement_seconds', 40, ['select'])
  const text = await renderMetrics()
  expect(text).toContain(`# HELP keystrip_mails_total ${METRICS.keystrip_mails_total.help}`)
  expect(text).toContain('# TYPE keystrip_mails_total counter')
  expect(text).toContain('keystrip_mails_total{result="sent"} 3')
  expect(text).toContain('keystrip_renders{state="busy"} 4')
  expect(text).toContain('# UNIT keystrip_sql_statement_seconds seconds')
  expect(text).toContain('keystrip_sql_statement_seconds_bucket{operation="select",le="0.001"} 0')
  expect(text).toContain('keystrip_sql_statement_seconds_bucket{operation="select",le="0.005"} 1')
  expect(text).toContain('keystrip_sql_statement_seconds_bucket{operation="select",le="30"} 1')
  expect(text).toContain('keystrip_sql_statement_seconds_bucket{operation="select",le="+Inf"} 2')
  expect(text).toContain('keystrip_sql_statement_seconds_count{operation="select"} 2')
})

it('a gauge that cannot be read is left out, and the others are there', async () => {
  setGauge('keystrip_storage_free_bytes', () => Promise.reject(new Error('gone')))
  setGauge('keystrip_jobs_queued', () => [{ labels: [], value: 7 }])
  const text = await renderMetrics()
  expect(text).toContain('keystrip_jobs_queued 7')
  expect(text).not.toContain('keystrip_storage_free_bytes')
})

it('label values beyond a bound share one series', () => {
  for (let i = 0; i < 5000; i += 1) count('keystrip_jobs_total', [`job ${i}`, 'done'])
  const series = seriesOfMetric('keystrip_jobs_total')
  expect(series.length).toBeLessThanOrEqual(1001)
  expect(series.reduce((sum, one) => sum + one.count, 0)).toBe(5000)
})

it.each(Object.entries(METRICS))('%s is named by the conventions of Prometheus', (name, metric) => {
  if (name.startsWith('keystrip_')) expect(name).toMatch(/^keystrip(?:_[a-z]+)+$/)
  expect(name.endsWith('_total')).toBe(metric.kind === 'counter')
  const unit: string | undefined = 'unit' in metric ? metric.unit : undefined
  if (unit !== undefined) expect(name).toMatch(new RegExp(`_${unit}(?:_total)?$`))
  expect(metric.help).toMatch(/\.$/)
})

const suffixes = /_(?:bucket|count|sum)$/

/** The metrics of an expression exist, with the labels that select from them. */
function checkExpression(expr: string, where: string) {
  const used = expr.match(/\b(?:keystrip|process|nodejs)_[a-z_]+/g) ?? []
  expect(used, where).not.toEqual([])
  for (const name of used) {
    const known = Object.entries(METRICS).find(
      ([metric, { kind }]) =>
        metric === name || (kind === 'histogram' && metric === name.replace(suffixes, '')),
    )
    expect(known, `${where}: ${name}`).toBeDefined()
    const labels = [...expr.matchAll(new RegExp(`${name}\\{([^}]*)\\}`, 'g'))].flatMap(
      ([, matchers = '']) => [...matchers.matchAll(/(\w+)[!=]/g)].map(([, label]) => label),
    )
    // Prometheus adds these two itself.
    expect(
      ['job', 'instance', ...(known?.[1].labels ?? [])],
      `${where}: labels of ${name}`,
    ).toEqual(expect.arrayContaining(labels))
  }
}

const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      description: z.string().min(10),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
})

it('the dashboard has ten plots of metrics that exist, with labels that they have', () => {
  const { panels } = dashboardSchema.parse(JSON.parse(read('deploy/grafana/dashboard.json')))
  expect(panels).toHaveLength(10)
  for (const { title, targets } of panels) {
    for (const { expr, legendFormat } of targets) {
      checkExpression(expr, title)
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
      const known = Object.entries(METRICS).flatMap(([name, { labels }]) =>
        expr.includes(name) ? [...labels] : [],
      )
      expect(['job', 'instance', ...known], title).toEqual(expect.arrayContaining(shown))
    }
  }
})

it('there are 28 alerts, each of metrics that exist, each with what to do', () => {
  const operations = read('docs/operations.md')
  expect(rules).toHaveLength(28)
  for (const { alert, expr, annotations } of rules) {
    checkExpression(expr, alert)
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`)
    expect(operations).toContain(`### ${alert}\n`)
  }
})

it('the documentation has every metric', () => {
  const operations = read('docs/operations.md')
  for (const name of Object.keys(METRICS)) expect(operations).toContain(`\`${name}\``)
})

it('the example of a configuration uses the rules', () => {
  const schema = z.object({
    rule_files: z.array(z.string()),
    scrape_configs: z.array(z.object({ job_name: z.string() })),
  })
  const { rule_files, scrape_configs } = schema.parse(
    parse(read('deploy/prometheus/prometheus.yml')),
  )
  expect(rule_files).toEqual(['alerts.yml'])
  expect(scrape_configs.map(({ job_name }) => job_name)).toEqual([
    'keystrip-web',
    'keystrip-backend',
  ])
})

it('each failure that the doctor knows has an alert of its own', () => {
  const alerts = DOCTOR_CODES.map((code) => FINDINGS[code].alert)
  expect(new Set(alerts).size).toBe(DOCTOR_CODES.length)
  expect(rules.map(({ alert }) => alert)).toEqual(expect.arrayContaining(alerts))
  for (const code of DOCTOR_CODES) {
    const rule = rules.find(({ alert }) => alert === FINDINGS[code].alert)
    // Two have metrics of their own, which are newer than the last run of the doctor.
    if (code === 'web_unreachable' || code === 'part_failing') continue
    expect(rule?.expr).toContain(`keystrip_doctor_problems{code="${code}"}`)
  }
})

it.skipIf(!isInstalled('promtool', '--version'))('promtool finds no mistake in the rules', () => {
  expect(
    execFileSync('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yml'], {
      encoding: 'utf8',
    }),
  ).toContain('SUCCESS: 28 rules found')
})
