import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processor time of a process and its living children in ms (proc(5): schedstat of each thread, in
 * nanoseconds). The time of children that have ended is lost.
 */
export function processorMs(pid: number): number {
  let nanoseconds = 0
  for (const process of familyOf(pid)) {
    for (const thread of namesIn(`/proc/${process}/task`)) {
      nanoseconds += Number(textOf(`/proc/${process}/task/${thread}/schedstat`).split(' ')[0])
    }
  }
  return nanoseconds / 1e6
}

/** Resident memory of a process in MB, without its children (proc(5)). */
export function residentMb(pid: number): { now: number; peak: number } {
  const status = textOf(`/proc/${pid}/status`)
  const mb = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024)
  return { now: mb('VmRSS'), peak: mb('VmHWM') }
}

function familyOf(pid: number): number[] {
  const children = namesIn(`/proc/${pid}/task`).flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(familyOf)]
}

/** A process or thread may end between two reads. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
