import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_ISSUERS, issuersSchema } from '#backend/services/publisher/issuers.ts'
import { COMMANDS, generalHelp } from '#cli/commands.ts'
import { configSchema } from '#cli/config-file.ts'
import { EXIT } from '#cli/exit.ts'
import { ERROR_CODES } from '#lib/contract/error-code.ts'
import { outlineOf } from '#tests/support/markdown.ts'

const text = readFileSync('docs/publishing.md', 'utf8')
const rowsOf = (...header: string[]) =>
  outlineOf(text)
    .tables.filter(({ rows }) => header.every((name, at) => rows[0]?.[at]?.text === name))
    .flatMap(({ rows }) => rows.slice(1))
    .map((cells) => cells.map((cell) => cell.text))
const namesIn = (rows: string[][]) => rows.flatMap(([names = '']) => names.split(', '))

describe('docs/publishing.md', () => {
  it('lists the exit codes, as the help does', () => {
    const numbers = Object.values(EXIT).map(String)
    const listed = rowsOf('Code', 'Meaning').flatMap(([code = '']) =>
      /^\d+$/.test(code) ? [code] : [],
    )
    expect(listed).toEqual(numbers)
    for (const number of numbers)
      expect(generalHelp('1.0.0')).toMatch(new RegExp(`\\b${number} [a-z]`))
  })

  it('lists the error codes of the command line and no others', () => {
    const source = globSync('cli/*.ts')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const thrown = [
      ...source.matchAll(
        /(?:CliError\(\s*EXIT\.\w+,|fileError\(|super\(EXIT\.invalid,)\s*(?:found \? )?'(\w+)'(?: : '(\w+)')?/g,
      ),
    ].flatMap(([, code = '', other]) => [code, ...(other === undefined ? [] : [other])])
    const own = new Set(thrown.filter((code) => !ERROR_CODES.some((known) => known === code)))
    const listed = namesIn(rowsOf('Code', 'Meaning')).filter((code) => !/^\d|…$/.test(code))
    expect(own.size).toBeGreaterThan(10)
    expect([...own].filter((code) => !listed.includes(code))).toEqual([])
    expect(listed.filter((code) => !source.includes(`'${code}'`))).toEqual([])
  })

  it('lists the fields of keystrip.json', () => {
    const fields = Object.keys(configSchema.shape).filter((name) => name !== '$schema')
    expect(namesIn(rowsOf('Field', 'Meaning')).toSorted()).toEqual(fields.toSorted())
  })

  it('has an example of keystrip.json that is valid, and only known options', () => {
    const example = /```json\n([^`]+)```/.exec(text)?.[1] ?? ''
    expect(configSchema.safeParse(JSON.parse(example)).error).toBeUndefined()
    const known = Object.values(COMMANDS).flatMap(({ options }) => Object.keys(options))
    const used = [
      ...text.matchAll(/keystrip (?:categories|publish|install|validate)[^\n`]*/g),
    ].flatMap(([line]) => [...line.matchAll(/ --([a-z-]+)/g)].map(([, option = '']) => option))
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter((option) => !known.includes(option))).toEqual([])
  })

  it('has an example of OIDC_ISSUERS that the backend takes', () => {
    const [, value = ''] = /^OIDC_ISSUERS='([^'\n]+)'$/m.exec(text) ?? []
    expect(issuersSchema.parse(value)).toHaveLength(DEFAULT_ISSUERS.length + 1)
  })

  it('has an example of the GitHub Action with inputs that it has', () => {
    const known = /\ninputs:\n([\s\S]*?)\noutputs:/.exec(
      readFileSync('cli/action/action.yml', 'utf8'),
    )?.[1]
    const [, given = ''] = /cli\/action@COMMIT\n +with:\n([\s\S]*?)```/.exec(text) ?? []
    const used = [...given.matchAll(/^ +(?:# or: )?([a-z-]+): /gm)].map(([, name = '']) => name)
    expect(used).toEqual(['site', 'project', 'file', 'token'])
    for (const name of used) expect(known).toMatch(new RegExp(`^  ${name}:`, 'm'))
  })
})
