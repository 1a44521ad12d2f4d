import { z } from 'zod'
import { field } from './descriptor.ts'

/* How a new version is published. Like its notes, both start empty with each edit. */

const ofVersion = {
  schema: z.string(),
  initial: '',
  isOptional: true,
  isEditOnly: true,
  isHalfWidth: true,
  fromProject: () => '',
  compare: (value: string) => value,
} as const

/** Empty: stable. */
export const channelField = field({
  ...ofVersion,
  label: 'channel',
  help: 'channelHelp',
  control: 'channel',
  toRequest: (channel) => (channel === '' ? {} : { channel }),
  errors: { channel: 'channel', prerelease: 'prerelease' },
})

/** A time in UTC as its control writes it, without seconds: `2026-06-01T12:00`. Empty: at once. */
export const publishAtField = field({
  ...ofVersion,
  label: 'publishAt',
  help: 'publishAtHelp',
  control: 'time',
  toRequest: (time) => (time === '' ? {} : { publish_at: `${time.slice(0, 16)}:00Z` }),
  errors: { publish_at: 'publish_at', too_many_scheduled: 'too_many_scheduled' },
})
