import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setGauge, setSimpleGauge } from './registry.ts'

/** Resolution of the measurement of the event loop, in ms. */
const RESOLUTION_MS = 20
const QUANTILES = [50, 99, 100]

/** Gauges of the process: memory, descriptors, event loop. The measurement of the event loop starts here. */
export function observeProcess(): void {
  const startedAt = Date.now() / 1000 - process.uptime()
  setSimpleGauge('process_start_time_seconds', () => startedAt)
  setSimpleGauge('process_resident_memory_bytes', () => process.memoryUsage.rss())
  setSimpleGauge('process_open_fds', async () => (await readdir('/proc/self/fd')).length)
  setSimpleGauge('nodejs_heap_used_bytes', () => process.memoryUsage().heapUsed)
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  setGauge('nodejs_eventloop_delay_seconds', () => {
    const reading = QUANTILES.map((quantile) => ({
      labels: [String(quantile / 100)],
      // The timer's own interval is part of what is measured.
      value: Math.max(0, delay.percentile(quantile) / 1e9 - RESOLUTION_MS / 1000),
    }))
    delay.reset()
    return reading
  })
}
