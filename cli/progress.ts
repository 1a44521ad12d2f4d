import { formatBytes } from '#lib/i18n/format.ts'

type Terminal = { write: (text: string) => void; columns: number }
/** Shown progress of one task; `end` removes it. */
export type TaskProgress = { set: (done: number) => void; end: () => void }

const BAR_COLUMNS = 24
const FULL = '█'
const EMPTY = '░'
/** CSI K of ECMA-48: erases from the cursor to the end of the line. */
const ERASE = '\r\u001b[K'
const SILENT: TaskProgress = { set: () => undefined, end: () => undefined }

/**
 * A progress bar on one line of a terminal; nothing without a terminal. Drawn at most once per percent.
 * @param total size in `unit`; 0 is complete at once.
 */
export function createProgress(
  terminal: Terminal | null,
  { label, total, unit = 'bytes' }: { label: string; total: number; unit?: 'bytes' | 'count' },
): TaskProgress {
  if (!terminal) return SILENT
  let drawn = -1
  return {
    set(done) {
      const percent = total === 0 ? 100 : Math.floor((Math.min(done, total) / total) * 100)
      if (percent === drawn) return
      drawn = percent
      const line = `${barOf(percent)} ${String(percent).padStart(3)} % ${amount(done, total, unit)} ${label}`
      terminal.write(ERASE + [...line].slice(0, Math.max(terminal.columns - 1, 1)).join(''))
    },
    end: () => terminal.write(ERASE),
  }
}

function barOf(percent: number): string {
  const full = Math.round((percent / 100) * BAR_COLUMNS)
  return FULL.repeat(full) + EMPTY.repeat(BAR_COLUMNS - full)
}

const amount = (done: number, total: number, unit: 'bytes' | 'count') =>
  unit === 'count' ? `${done}/${total}` : `${formatBytes(done, 'en')}/${formatBytes(total, 'en')}`
