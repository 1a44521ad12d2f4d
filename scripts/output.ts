import { StringDecoder } from 'node:string_decoder'

/** A longer line is cut into several, in characters. */
const LINE_MAX = 64 * 1024

/**
 * What a process writes, line by line and marked with its name: `backend | …`. A line of JSON, as the
 * logs are, names its process already and stays as it is, for programs that collect logs.
 * @returns `write` for each chunk, and `end` for what stands behind the last line break.
 */
export function createOutput(name: string, print: (line: string) => void) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const mark = (line: string) => {
    if (line.trim() === '') return
    print(line.startsWith('{"level":') ? line : `${name} | ${line}`)
  }
  return {
    write(chunk: Buffer) {
      rest += decoder.write(chunk)
      const lines = rest.split(/\r?\n/)
      rest = lines.pop() ?? ''
      lines.forEach(mark)
      while (rest.length > LINE_MAX) {
        mark(rest.slice(0, LINE_MAX))
        rest = rest.slice(LINE_MAX)
      }
    },
    end() {
      mark(rest + decoder.end())
      rest = ''
    },
  }
}
