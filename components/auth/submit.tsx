import { buttonClass } from '#components/ui/button.tsx'
import { useAccountMessages } from './use-messages.ts'

type Props = {
  isPending: boolean
  label: string
  variant?: 'primary' | 'secondary'
  /** Large, over the whole width. */
  isWide?: boolean
}

/** The button that sends a form. */
export function Submit({ isPending, label, variant = 'primary', isWide = false }: Props) {
  const t = useAccountMessages('auth')
  return (
    <button
      type="submit"
      aria-disabled={isPending}
      className={`${buttonClass({ variant, size: isWide ? 'lg' : undefined })} ${isWide ? 'w-full' : ''} cursor-pointer aria-disabled:opacity-75`}
    >
      {isPending ? t('pending') : label}
    </button>
  )
}
