/* All tables, for those who read and write them. */

export * from './account-schema.ts'
export * from './bulk-schema.ts'
export * from './file-schema.ts'
export * from './moderation-schema.ts'
export * from './plugin-schema.ts'
export * from './publishing-schema.ts'
export * from './report-schema.ts'
export * from './schema.ts'
export * from './search-schema.ts'
export * from './settings-schema.ts'
export * from './statistic-schema.ts'
export * from './upload-schema.ts'
