import type { Project } from '#lib/contract/project.ts'
import type { DemoProject } from '#demo/types.ts'

/* Builders of projects in each form. Overrides are the properties that matter to the test. */

const common = {
  tagline: '',
  description: 'Made for a test.',
  version: '1.0.0',
  operating_systems: ['all'] satisfies Project['operating_systems'],
  minimum_version: '1.0.0',
  tags: [],
}
const shown = {
  ...common,
  kind: 'icon',
  category: 'other',
  sample: false,
  views: 0,
  downloads: 0,
  installs: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
} as const

let count = 0

/** A project as the API returns it. */
export function buildProject(overrides: Partial<Project> = {}): Project {
  count += 1
  const url = `/api/v1/file/image${count}/cover.webp`
  const image = { url, width: 1200, height: 750, alt: '' }
  return {
    ...shown,
    id: `project${count}`,
    summary: '',
    title: `Project ${count}`,
    author: { uid: 'author1', name: 'Ada' },
    cover: image,
    gallery: [image],
    ...overrides,
  }
}

/** A project for `importProject`, with images of a few bytes. */
export function buildDemoProject(overrides: Partial<DemoProject> = {}): DemoProject {
  const image = {
    bytes: Buffer.from('RIFF'),
    width: 1200,
    height: 750,
    alt: '',
    placeholder: 'data:image/webp;base64,AA==',
  }
  return {
    ...shown,
    title: 'Weather',
    author: 'Ada',
    cover: image,
    gallery: [image],
    file: null,
    ...overrides,
  }
}

/** The request body that publishes or edits a project. */
export function buildInput(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...common,
    title: 'Orchard',
    description: 'Trees and **fruit**.',
    category: 'nature',
    tags: ['tree'],
    ...overrides,
  }
}
