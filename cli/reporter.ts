import { cleanLine } from '#lib/contract/text.ts'
import { type CliError } from './exit.ts'
import type { Io } from './io.ts'

/** Access tokens of every kind: prefix, random characters, checksum. */
const TOKEN = /ks_[a-z]{2,10}_[0-9A-Za-z]{42}/g
const HIDDEN = '***'
/** A command of GitHub's runner, which it executes wherever it stands in a line. */
const RUNNER_COMMAND = /##(?=\[)/g
/** Characters that JSON leaves as they are and that change what a terminal shows. */
// oxlint-disable-next-line no-control-regex -- matches the characters to escape
const UNSAFE_IN_JSON = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

type Facts = Record<string, unknown>
export type Reporter = ReturnType<typeof createReporter>

/**
 * The output of a command: lines for people, or with `--json` one object and nothing else. Names and messages of others
 * are shown on one line without control characters; secrets are replaced by `***`.
 */
export function createReporter(
  io: Pick<Io, 'writeOut' | 'writeError' | 'isTerminal' | 'columns'>,
  { isJson, command }: { isJson: boolean; command: string },
) {
  const secrets = new Set<string>()
  const hide = (text: string) => {
    let shown = text.replaceAll(TOKEN, HIDDEN)
    for (const secret of secrets) shown = shown.replaceAll(secret, HIDDEN)
    return shown
  }
  const toLine = (text: string) =>
    `${hide(cleanLine(text.toWellFormed())).replaceAll(RUNNER_COMMAND, '# #')}\n`
  const toJson = (facts: Facts) => {
    const json = hide(JSON.stringify(facts)).replaceAll(RUNNER_COMMAND, String.raw`#\u0023`)
    return `${json.replaceAll(UNSAFE_IN_JSON, escapeCharacter)}\n`
  }
  return {
    isJson,
    /** The terminal on which progress is drawn; null where it would disturb. */
    terminal: io.isTerminal && !isJson ? { write: io.writeError, columns: io.columns } : null,
    /** Replaces a secret in all later output. */
    hide: (secret: string) => void (secret !== '' && secrets.add(secret)),
    /** A line of the result. */
    line: (text: string) => {
      if (!isJson) io.writeOut(toLine(text))
    },
    /** A line about the course of the command. */
    note: (text: string) => {
      if (!isJson) io.writeError(toLine(text))
    },
    /** The result as an object; called once. */
    result: (facts: Facts) => {
      if (isJson) io.writeOut(toJson({ ok: true, command, ...facts }))
    },
    /** The failure of the command; called once. */
    failure: ({ code, message, exit, details }: CliError, facts: Facts = {}) => {
      if (isJson) {
        const error = { code, message, exit, ...(details && { details }) }
        io.writeOut(toJson({ ok: false, command, ...facts, error }))
      } else io.writeError(toLine(`keystrip ${command}: ${message} (${code})`.replace('  ', ' ')))
    },
  }
}

const escapeCharacter = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
