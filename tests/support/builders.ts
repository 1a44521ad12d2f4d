import type { Project } from '#lib/contract/project.ts'

let made = 0

/** A project as the contract shapes it; what matters to a test is said, the rest is filled in. */
export function aProject(said: Partial<Project> = {}): Project {
  made += 1
  const image = { url: `/api/v1/file/image${made}/cover.webp`, width: 1200, height: 750, alt: '' }
  return {
    id: `project${made}`,
    kind: 'icon',
    title: `Project ${made}`,
    description: 'Made for a test.',
    author: { uid: 'author1', name: 'Ada' },
    version: '1.0.0',
    operating_systems: ['all'],
    minimum_version: '1.0.0',
    cover: image,
    gallery: [image],
    category: 'other',
    tags: [],
    sample: false,
    views: 0,
    downloads: 0,
    installs: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...said,
  }
}
