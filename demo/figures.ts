import type { OperatingSystem } from '#lib/contract/kind.ts'
import { pick, seeded } from './seed.ts'

const DAY = 86_400_000
/** Eighteen months: as far back the dates of the catalogue go. */
const SPAN = 549 * DAY
/** A project is at least so old, even where nothing is known of it before. */
const YOUNGEST = 30 * DAY

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
  /** When the catalogue is filled: no date is later. */
  now: Date
  /** The earliest date, ISO 8601. */
  since?: string | undefined
  /** Whether there is something to download: without, nothing was. */
  hasFile?: boolean
}

/** Plausible numbers and dates of a project, the same at the same time. They are invented, and marked so on its page. */
export function figures(
  slug: string,
  kind: 'icon' | 'strip',
  { now, since, hasFile = true }: Options,
) {
  const random = seeded(slug)
  const version = pick(VERSIONS, random)
  const minimum_version = pick(MINIMUM_VERSIONS, random)
  const operating_systems = pick(SYSTEMS[kind], random)
  const last = now.getTime()
  const first = since ? Math.min(Date.parse(since), last - YOUNGEST) : last - SPAN
  const created = first + random() * (last - first - 3 * DAY)
  const updated = created + random() ** 1.6 * (last - created)
  const age = (last - created) / SPAN
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
    updated_at: iso(slug === 'barometer' ? last : updated),
    counted_until: iso(last),
  }
}

function iso(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString()
}
