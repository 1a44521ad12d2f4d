import sharp from 'sharp'

/*
 * sharp as worker processes use it, under their limits. One thread, because the limit of processor time
 * counts all of them; no cache, because no picture comes twice.
 */

sharp.concurrency(1)
sharp.cache(false)
// Of the many formats that the library reads, SVG and PDF among them, only those that are taken.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
  ],
})

export { sharp }
