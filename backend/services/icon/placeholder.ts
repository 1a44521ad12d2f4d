const svg = (content: string) =>
  new Uint8Array(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#888" stroke-width="1.5">${content}</svg>`,
    ),
  )

/** For a drawing that is not sanitised yet: three dots. */
export const WAITING = svg(
  '<path stroke-linecap="round" stroke-width="2.5" d="M6 12h0M12 12h0M18 12h0"/>',
)
/** For a refused drawing: a crossed-out frame. */
export const REFUSED = svg(
  '<rect x="4" y="4" width="16" height="16" rx="2"/><path d="m4 20 16-16"/>',
)
