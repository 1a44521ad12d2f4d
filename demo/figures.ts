import type { OperatingSystem } from '#lib/contract/kind.ts'
import { pick, seeded } from './seed.ts'

const DAY = 86_400_000
/** The dates of the catalogue cover the eighteen months before this. */
const LAST = Date.UTC(2026, 10, 20, 18)
const FIRST = Date.UTC(2025, 4, 20, 8)

const VERSIONS = [
  '1.0.0', '1.0.1', '1.1.0', '1.2.0', '1.2.3', '1.4.0', '1.10.2', '2.0.0', '2.1.1', '2.3.0', '3.0.0', '3.1.4', '0.9.0', '4.0.12',
] as const // prettier-ignore
const MINIMUM_VERSIONS = [
  '1.0.0',
  '1.0.0',
  '1.0.3',
  '1.1.0',
  '1.2.0',
  '1.4.2',
  '2.0.0',
  '2.1.0',
] as const
const SYSTEMS: Record<'icon' | 'strip', [OperatingSystem[], ...OperatingSystem[][]]> = {
  icon: [
    ['all'],
    ['all'],
    ['all'],
    ['macos', 'windows'],
    ['macos', 'windows', 'linux'],
    ['windows'],
    ['macos', 'other'],
  ],
  strip: [
    ['macos', 'windows'],
    ['windows'],
    ['macos'],
    ['macos', 'windows', 'linux'],
    ['linux'],
    ['all'],
    ['windows', 'linux', 'other'],
  ],
}
/** Extreme values: no downloads, and very many. */
const DOWNLOADS: Record<string, number> = { 'raid-page': 0, barometer: 1_234_567, q: 1 }

/** Plausible, deterministic numbers and dates of a project. `since` is the earliest date. */
export function figures(slug: string, kind: 'icon' | 'strip', since?: string) {
  const random = seeded(slug)
  const version = pick(VERSIONS, random)
  const minimum_version = pick(MINIMUM_VERSIONS, random)
  const operating_systems = pick(SYSTEMS[kind], random)
  const first = since ? Date.parse(since) : FIRST
  const created = first + random() * (LAST - first - 3 * DAY)
  const updated = created + random() ** 1.6 * (LAST - created)
  const downloads = DOWNLOADS[slug] ?? Math.floor(10 ** (1.3 + random() * 3.2))
  return {
    version,
    minimum_version,
    operating_systems,
    views: Math.floor(downloads * (2.5 + random() * 6)) + Math.floor(random() * 40) + 3,
    downloads,
    installs: Math.floor(downloads * (0.25 + random() * 0.5)),
    created_at: iso(created),
    updated_at: iso(slug === 'barometer' ? LAST : updated),
  }
}

function iso(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString()
}
