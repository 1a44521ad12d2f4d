import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { z } from 'zod'

/*
 * Independent validators of HTML, accessibility and structured data. They are installed on demand
 * (`installJudges`): together they take 60 MB.
 */

const FOLDER = import.meta.dirname
const installed = (file: string) => path.join(FOLDER, 'node_modules', file)

/** Runs a command and returns its exit code and what it printed. */
function run(command: string, args: string[]) {
  const child = spawn(command, args, { cwd: FOLDER, stdio: ['ignore', 'pipe', 'pipe'] })
  const out = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (out.stderr += text))
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('error', () => resolve({ code: null, ...out }))
    child.once('close', (code) => resolve({ code, ...out }))
  })
}

/**
 * Installs the validators from the lockfile in this folder.
 * @throws Error with the output of npm if that fails.
 */
export async function installJudges(): Promise<void> {
  const { code, stderr } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  if (code !== 0) throw new Error(`The validators cannot be installed: ${stderr.slice(-1000)}`)
}

/** Whether there is a Java runtime, which the Nu validator needs. */
export const hasJava = async (): Promise<boolean> => (await run('java', ['-version'])).code === 0

const nuSchema = z.object({
  messages: z.array(
    z.object({
      type: z.string(),
      subType: z.string().optional(),
      url: z.string().default(''),
      lastLine: z.number().optional(),
      message: z.string(),
      extract: z.string().default(''),
    }),
  ),
})

/**
 * Validates documents with the Nu HTML checker, in one process.
 * @param documents HTML by address.
 * @returns errors and warnings, each with the address of its document.
 */
export async function checkWithNu(documents: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = path.join(FOLDER, 'documents')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const addresses = [...documents.keys()]
  for (const [at, address] of addresses.entries()) {
    await writeFile(path.join(folder, `${at}.html`), documents.get(address) ?? '')
  }
  const jar = installed('vnu-jar/build/dist/vnu.jar')
  const { stdout } = await run('java', ['-jar', jar, '--stdout', '--format', 'json', folder])
  await rm(folder, { recursive: true, force: true })
  // Remarks without a subtype are about style, such as the slash that React writes in void elements.
  const messages = nuSchema
    .parse(JSON.parse(stdout))
    .messages.filter(({ type, subType }) => type !== 'info' || subType !== undefined)
  return messages.map(({ url, type, subType, ...found }) => {
    const address = addresses[Number(path.basename(url, '.html'))] ?? url
    return `${address}: ${subType ?? type}: ${found.message} (${found.extract.trim().slice(0, 160)})`
  })
}

const codeSnifferSchema = z.array(z.object({ code: z.string(), msg: z.string(), html: z.string() }))

/**
 * Findings that are none. An unknown language of a text is empty by the HTML standard. A form
 * without a name is no landmark (HTML-AAM), and a card is named by its heading.
 */
const EXCEPTIONS = [
  /H58\.1\.Lang .* lang=""/,
  // A user name may be an address, and a field without a type is one of text, by the HTML standard.
  /\.H98 .* autocomplete="(?:username|nickname)"/,
  /^aria_form_label_unique /,
  /^aria_article_label_unique /,
]
const isFinding = (text: string) => EXCEPTIONS.every((pattern) => !pattern.test(text))

/** Violations of WCAG 2 AA that HTML_CodeSniffer finds on a page in its current state. */
export async function checkWithCodeSniffer(page: Page): Promise<string[]> {
  const script = await readFile(installed('html_codesniffer/build/HTMLCS.js'), 'utf8')
  const found = await page.evaluate(`(() => {
    ${script}
    // Texts of its findings about autocomplete are missing.
    const translate = HTMLCS.getTranslation
    HTMLCS.getTranslation = (key) => translate.call(HTMLCS, key) ?? key
    const attributes = (element) => ['lang', 'autocomplete']
      .map((name) => [name, element.getAttribute?.(name)])
      .flatMap(([name, value]) => (typeof value === 'string' ? [name + '="' + value + '"'] : []))
    return new Promise((resolve) => {
      HTMLCS.process('WCAG2AA', document, () => resolve(HTMLCS.getMessages()
        .filter(({ type }) => type === HTMLCS.ERROR)
        .map(({ code, msg, element }) => ({ code, msg, html: [element.outerHTML?.slice(0, 160) ?? '', ...attributes(element)].join(' ') }))))
    })
  })()`)
  return codeSnifferSchema
    .parse(found)
    .map(({ code, msg, html }) => `${code} ${msg} ${html}`)
    .filter(isFinding)
}

const equalAccessSchema = z.array(
  z.object({ rule: z.string(), message: z.string(), html: z.string() }),
)

/** Violations that IBM Equal Access reports on a page in its current state, by WCAG 2.2. */
export async function checkWithEqualAccess(page: Page): Promise<string[]> {
  const script = await readFile(installed('accessibility-checker-engine/ace.js'), 'utf8')
  const found = await page.evaluate(`(async () => {
    if (!globalThis.ace) { const module = undefined, exports = undefined; (0, eval)(${JSON.stringify(script)}) }
    const { results } = await new ace.Checker().check(document, ['WCAG_2_2'])
    return results
      .filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL')
      .map(({ ruleId, message, snippet }) => ({ rule: ruleId, message, html: snippet.slice(0, 160) }))
  })()`)
  return equalAccessSchema
    .parse(found)
    .map(({ rule, message, html }) => `${rule} ${message} ${html}`)
    .filter(isFinding)
}

const structuredDataSchema = z.array(
  z.object({ issueMessage: z.string(), severity: z.string(), path: z.unknown() }),
)
type Constructor = new () => Record<string, (input: unknown) => unknown>
const isConstructor = (value: unknown): value is Constructor => typeof value === 'function'

/** The class that an installed module exports; the modules have no types. */
async function importDefault(file: string): Promise<Constructor> {
  const exported: Record<string, unknown> = await import(installed(file))
  if (!isConstructor(exported['default'])) throw new Error(`${file} exports no class`)
  return exported['default']
}

/** Issues of the structured data in a document, by Google's rules for rich results. */
export async function checkStructuredData(html: string): Promise<string[]> {
  const Validator = await importDefault('@adobe/structured-data-validator/src/index.js')
  const Extractor = await importDefault('@marbec/web-auto-extractor/dist/index.js')
  const data = new Extractor()['parse']?.(html)
  const issues = await new Validator()['validate']?.(data)
  return structuredDataSchema
    .parse(issues)
    .map(
      ({ issueMessage, severity, path: at }) => `${severity} ${issueMessage} ${JSON.stringify(at)}`,
    )
}
