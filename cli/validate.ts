import { KIND_TABLE } from '#lib/contract/kind.ts'
import { checkFile, type CheckedFile } from './check-file.ts'
import { CliError, EXIT } from './exit.ts'
import { expandFiles } from './expand.ts'
import type { Io } from './io.ts'
import { describeError, describeWarning, formatName } from './issue-text.ts'
import type { Reporter } from './reporter.ts'

/**
 * `keystrip validate FILE…`
 * @throws CliError `not_valid` if a file is not valid, after all of them were reported.
 */
export async function validate(io: Io, reporter: Reporter, files: string[]): Promise<void> {
  const reports = []
  for (const given of files) {
    for (const file of await expandFiles(given, io.folder)) {
      const checked = await checkFile(file, io.folder)
      report(reporter, checked)
      reports.push(toReport(checked))
    }
  }
  const invalid = reports.filter(({ valid }) => !valid).length
  if (invalid === 0) return reporter.result({ files: reports })
  const message = invalid === 1 ? '1 file is not valid.' : `${invalid} files are not valid.`
  throw new InvalidFilesError(message, { files: reports })
}

/** Carries the reports of all files into the output of `--json`. */
export class InvalidFilesError extends CliError {
  readonly facts: Record<string, unknown>

  constructor(message: string, facts: Record<string, unknown>) {
    super(EXIT.invalid, 'not_valid', message)
    this.facts = facts
  }
}

/** Shows a checked file to people. */
export function report(reporter: Reporter, checked: CheckedFile): void {
  const { name } = checked.file
  if ('error' in checked) {
    reporter.line(`${name}: not valid`)
    reporter.line(`  error: ${describeError(checked.error)}`)
    return
  }
  reporter.line(`${name}: valid, ${describe(checked)}`)
  for (const { message } of warningsOf(checked)) reporter.line(`  warning: ${message}`)
}

function describe(checked: Exclude<CheckedFile, { error: unknown }>): string {
  if (checked.kind === 'plugin') {
    const { manifest, generation, version, platform } = checked.plugin
    const application = generation === 'second' ? 'FlexStudio' : 'FlexDesigner'
    return `plugin “${manifest.title}” ${version ?? 'without version'} for ${application}, ${platform}`
  }
  const { format, summary } = checked.container
  const kind = KIND_TABLE[checked.kind].format
  if (!summary) return `${kind} (${formatName(format)}), its contents are not shown`
  const { title, version, icons, pages } = summary
  const contents = icons === null ? `pages: ${pages}` : `icons: ${icons}`
  return `${kind} “${title}” ${version} (${formatName(format)}), ${contents}`
}

function warningsOf(checked: Exclude<CheckedFile, { error: unknown }>) {
  const { warnings } = checked.container ?? checked.plugin
  const shown = warnings.map((issue) => ({ ...issue, message: describeWarning(issue) }))
  const refused = checked.container?.refused
  if (!refused?.first) return shown
  const { name, reason } = refused.first
  const message = `Icons that the site will not show: ${refused.count}, such as “${name}” (${reason}).`
  return [...shown, { code: 'icons_refused', entry: name, count: refused.count, message }]
}

function toReport(checked: CheckedFile) {
  const { kind } = checked
  const { name, size } = checked.file
  if ('error' in checked) {
    const error = { ...checked.error, message: describeError(checked.error) }
    return { file: name, kind, size, valid: false, error, warnings: [] }
  }
  const { sha256 } = checked.file
  const about = checked.container
    ? { format: checked.container.format, summary: checked.container.summary }
    : {
        generation: checked.plugin.generation,
        platform: checked.plugin.platform,
        summary: { ...checked.plugin.manifest, writtenMinimums: undefined },
      }
  return { file: name, kind, size, sha256, valid: true, warnings: warningsOf(checked), ...about }
}
