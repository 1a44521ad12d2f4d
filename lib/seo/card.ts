/** Size of a share card in pixels, as the social networks ask for. */
export const CARD = { width: 1200, height: 630 } as const
