type Look = { variant: 'primary' | 'secondary' | 'ghost'; size?: 'md' | 'lg' }

const VARIANTS = {
  primary: 'border border-transparent bg-accent text-accent-on hover:brightness-110 font-semibold',
  secondary: 'border border-line-strong bg-surface-1 hover:bg-surface-2 font-medium',
  ghost: 'hover:bg-surface-2 font-medium',
}
const SIZES = { md: 'h-10 px-4 text-sm', lg: 'h-12 px-6 text-base' }

/** Classes of a button, for links and buttons. */
export function buttonClass({ variant, size = 'md' }: Look): string {
  return `inline-flex items-center justify-center gap-2 rounded-key transition duration-150 ${VARIANTS[variant]} ${SIZES[size]}`
}
