/** Whether the client router opens a page by a request, rather than loading one in advance. */
export const isRouterNavigation = (headers: Headers): boolean =>
  headers.has('rsc') && !headers.has('next-router-prefetch')
