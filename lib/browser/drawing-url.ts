/** Address of a drawing as a value of a style sheet. */
export const drawingUrl = (url: string) =>
  `url("${url.replaceAll(/["\\\n]/g, encodeURIComponent)}")`
