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
/** Fixed counts: none, a single one, and those of the best known projects. */
const DOWNLOADS: Record<string, number> = {
  'raid-page': 0,
  q: 1,
  barometer: 9412,
  'home-assistant': 7305,
  'discord-voice': 6118,
  'photo-every-shortcut': 5240,
  'clock-and-nothing-else': 4873,
  'tape-deck': 3391,
  'ytmd-integration': 2894,
  'now-playing': 2117,
  'night-shift-cutting': 884,
}
/** Downloads of a median project in eighteen months. */
const MEDIAN = 640
/** Few projects have most of the downloads: the share of those with more than n of them is about 1 / n. */
const EXPONENT = 1.05

type Options = {
  /** The earliest date, ISO 8601. */
  since?: string | undefined
  /** Whether there is something to download: without, nothing was. */
  hasFile?: boolean
}

/** Plausible, deterministic numbers and dates of a project. They are invented, and marked so on its page. */
export function figures(
  slug: string,
  kind: 'icon' | 'strip',
  { since, hasFile = true }: Options = {},
) {
  const random = seeded(slug)
  const version = pick(VERSIONS, random)
  const minimum_version = pick(MINIMUM_VERSIONS, random)
  const operating_systems = pick(SYSTEMS[kind], random)
  const first = since ? Date.parse(since) : FIRST
  const created = first + random() * (LAST - first - 3 * DAY)
  const updated = created + random() ** 1.6 * (LAST - created)
  const age = (LAST - created) / (LAST - FIRST)
  const rank = 0.02 + 0.98 * random()
  const downloads = hasFile
    ? (DOWNLOADS[slug] ?? Math.round(MEDIAN * age * (2 * rank) ** -EXPONENT))
    : 0
  return {
    version,
    minimum_version,
    operating_systems,
    views: Math.floor(downloads * (2.5 + random() * 6)) + Math.floor(random() * 300 * age) + 3,
    downloads,
    installs: Math.floor(downloads * (0.25 + random() * 0.5)),
    created_at: iso(created),
    updated_at: iso(slug === 'barometer' ? LAST : updated),
    counted_until: iso(LAST),
  }
}

function iso(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString()
}
