'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog-client.tsx'
import { showMessage } from '#components/ui/message-store.ts'
import { Field } from '#components/ui/field-client.tsx'
import { forget } from './session-store-client.ts'
import { useWrite } from './use-write-client.ts'

type Words = Record<
  'open' | 'sure' | 'warning' | 'type' | 'confirm' | 'cancel' | 'wrong' | 'done' | 'failed',
  string
>
type Props = { username: string; home: string; login: string; words: Words }

/** Deletes the account after asking twice: in a dialog, and by the user name typed into it. */
export function DeleteAccount({ username, home, login, words }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const { send, isPending } = useWrite(login)
  const router = useRouter()

  async function remove(form: FormData) {
    const typed = form.get('username')
    setWrong(typed !== username)
    if (typed !== username) return
    const path = `/account?username=${encodeURIComponent(username)}`
    const written = await send({ method: 'DELETE', path })
    if (written.ok) {
      forget()
      showMessage({ message: words.done })
      router.replace(home)
    } else if (written.code !== 401) showMessage({ message: words.failed, color: 'danger' })
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        setOpen(next)
        setWrong(false)
      }}
      trigger={{ label: words.open, className: buttonClass({ variant: 'secondary' }) }}
      title={words.sure}
      text={words.warning}
      keep={words.cancel}
      confirm={words.confirm}
      isPending={isPending}
      onConfirm={(form) => void remove(form)}
    >
      <Field
        label={words.type}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        fault={isWrong ? words.wrong : undefined}
      />
    </ConfirmDialog>
  )
}
