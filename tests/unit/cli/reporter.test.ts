import { describe, expect, it } from 'vitest'
import { CliError, EXIT } from '#cli/exit.ts'
import { createReporter } from '#cli/reporter.ts'

const TOKEN = `ks_pat_${'a1'.repeat(21)}`

function output(isJson: boolean) {
  const written = { out: '', err: '' }
  const reporter = createReporter(
    {
      writeOut: (text) => void (written.out += text),
      writeError: (text) => void (written.err += text),
      isTerminal: true,
      columns: 80,
    },
    { isJson, command: 'publish' },
  )
  return { written, reporter }
}
const failure = (message: string) => new CliError(EXIT.refused, 'no_session', message)

describe('the output of a command', () => {
  it.each([true, false])(
    'never shows a token (JSON: %s), even one that the site repeats',
    (isJson) => {
      const { written, reporter } = output(isJson)
      reporter.hide('a secret of another form')
      reporter.line(`line ${TOKEN}`)
      reporter.note('note: a secret of another form')
      reporter.result({ title: TOKEN, more: 'a secret of another form' })
      reporter.failure(failure(`bad ${TOKEN}`))
      const all = written.out + written.err
      expect(all).toContain('***')
      expect(all).not.toContain(TOKEN)
      expect(all).not.toContain('a secret')
    },
  )

  it('keeps names of others on one line, without control characters', () => {
    const { written, reporter } = output(false)
    reporter.line('a\u001b[2Jb\nc\u202ed.iconpack\u0007')
    expect(written.out).toBe('a[2Jb cd.iconpack\n')
  })

  it('escapes in JSON what would change a terminal', () => {
    const { written, reporter } = output(true)
    const title = '\u001b[2J\u009b2J\u202e\n##[error]'
    reporter.result({ title })
    expect(written.out).toMatch(/^[\x20-\x7e]+\n$/)
    expect(written.out).not.toContain('##[')
    expect(JSON.parse(written.out)).toMatchObject({ ok: true, command: 'publish', title })
  })

  it('contains no command of a build server', () => {
    const { written, reporter } = output(false)
    reporter.line('x ##[set-env name=PATH]evil')
    reporter.failure(failure('::set-env name=PATH::evil'))
    expect(written.out).not.toContain('##[')
    expect(written.err).toMatch(/^keystrip publish: /)
  })

  it('is one object on standard output with --json, and nothing on standard error', () => {
    const { written, reporter } = output(true)
    reporter.line('a line')
    reporter.note('a note')
    reporter.failure(failure('No.'))
    expect(written).toEqual({
      out: '{"ok":false,"command":"publish","error":{"code":"no_session","message":"No.","exit":3}}\n',
      err: '',
    })
    expect(reporter.terminal).toBeNull()
  })
})
