/** Keys pressed together as they stand on a keyboard: `ctrl`, `z` → `Ctrl + Z`. */
export const keysText = (keys: readonly string[]): string =>
  keys.map((key) => key.charAt(0).toUpperCase() + key.slice(1)).join(' + ')
