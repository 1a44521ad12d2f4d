import { StringDecoder } from 'node:string_decoder'

/** Maximum length of a line in characters; longer ones are split. */
const LINE_MAX = 64 * 1024

/**
 * Splits the output of a process into lines with a prefix: `backend | …`. JSON log lines name their
 * process already and stay unchanged, for log collectors.
 * @returns `write` for each chunk, and `end` for the text after the last line break.
 */
export function createOutput(name: string, print: (line: string) => void) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const printLine = (line: string) => {
    if (line.trim() === '') return
    print(line.startsWith('{"level":') ? line : `${name} | ${line}`)
  }
  return {
    write(chunk: Buffer) {
      rest += decoder.write(chunk)
      const lines = rest.split(/\r?\n/)
      rest = lines.pop() ?? ''
      lines.forEach(printLine)
      while (rest.length > LINE_MAX) {
        printLine(rest.slice(0, LINE_MAX))
        rest = rest.slice(LINE_MAX)
      }
    },
    end() {
      printLine(rest + decoder.end())
      rest = ''
    },
  }
}
