import { expect, it } from 'vitest'
import { drawRooms } from './room-picture.ts'

/** `vitest run tests/unit/docs/architecture.test.ts --update` draws it anew. */
it('the picture of the rooms is that of rooms.ts', async () => {
  await expect(drawRooms()).toMatchFileSnapshot('../../../docs/architecture.svg')
})
