import { expect, it } from 'vitest'
import { openApi } from '#backend/http/openapi.ts'
import { generateTypes } from '#tests/support/reference-backend/generate-types.ts'

/** `vitest run tests/unit/contract/reference-types.test.ts --update` regenerates the file. */
const TYPES = '../../support/reference-backend/api.ts'

it('the types of the reference backend are those of the OpenAPI document', async () => {
  await expect(await generateTypes(JSON.parse(JSON.stringify(openApi())))).toMatchFileSnapshot(
    TYPES,
  )
})
