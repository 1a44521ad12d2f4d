/** Id of the first card that “Show more” adds: where its link leads without scripts. */
export const FIRST_NEW = 'more'
