import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { openApi } from '#backend/http/openapi.ts'
import { generateTypes } from './reference-backend/generate-types.ts'

/* Makes the types of the reference backend, before types are checked (`npm run typegen`). Git ignores the file. */

const FILE = 'tests/support/reference-backend/api.ts'

const types = await generateTypes(JSON.parse(JSON.stringify(openApi())))
if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== types) writeFileSync(FILE, types)
