import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './backend/db/schema.ts',
    './backend/db/account-schema.ts',
    './backend/db/drawing-schema.ts',
    './backend/db/file-schema.ts',
    './backend/db/moderation-schema.ts',
    './backend/db/plugin-schema.ts',
    './backend/db/publishing-schema.ts',
    './backend/db/search-schema.ts',
    './backend/db/settings-schema.ts',
    './backend/db/statistic-schema.ts',
    './backend/db/version-schema.ts',
  ],
  out: './backend/db/migrations',
})
