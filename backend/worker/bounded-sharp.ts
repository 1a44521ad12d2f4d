import sharp from 'sharp'

/*
 * sharp, configured for worker processes: one thread, because the limit of processor time counts all
 * threads; no cache, because no picture is processed twice.
 */

sharp.concurrency(1)
sharp.cache(false)
// Only the accepted formats: libvips would also load SVG, PDF and many others.
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
