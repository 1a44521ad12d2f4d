const BAR_WIDTH = 24
const LABEL_MAX = 40

/** Shows progress: a bar on a terminal, one line per 10 % elsewhere. */
export function createBar(title: string) {
  let lastTenth = -1
  return ({ done, total, what }: { done: number; total: number; what: string }) => {
    const share = total === 0 ? 1 : done / total
    const tenth = Math.floor(share * 10)
    if (process.stdout.isTTY) {
      const filled = Math.round(share * BAR_WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
      const label = what.length > LABEL_MAX ? `${what.slice(0, LABEL_MAX - 1)}…` : what
      process.stdout.write(`\r\u001b[K${title} ${bar} ${done}/${total} ${label}`)
      if (done === total) process.stdout.write('\n')
    } else if (tenth !== lastTenth) console.log(`${title} … ${done} of ${total}`)
    lastTenth = tenth
  }
}
