/** Closes the menu of phones around a link whose page is shown without leaving this one. */
export function closeMenu(link: Element): void {
  const menu = link.closest<HTMLElement>('[popover]')
  // Browsers before the popover show the menu always.
  if (menu && 'hidePopover' in menu) menu.hidePopover()
}
