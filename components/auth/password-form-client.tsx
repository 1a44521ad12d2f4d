'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { buttonClass } from '#components/ui/button.tsx'
import { showMessage } from '#components/ui/message-store.ts'
import { changePasswordRequestSchema } from '#lib/contract/account.ts'
import { Field } from '#components/ui/field-client.tsx'
import { useWrite } from './use-write-client.ts'

type Words = Record<
  | 'present'
  | 'next'
  | 'help'
  | 'submit'
  | 'pending'
  | 'done'
  | 'wrong'
  | 'required'
  | 'password'
  | 'common'
  | 'failed'
  | 'show'
  | 'hide',
  string
>
type Props = { hasPassword: boolean; username: string; login: string; words: Words }

const withPresent = changePasswordRequestSchema.extend({ password: z.string().min(1) })

/** Sets another password, or the first one of who came by a provider. */
export function PasswordForm({ hasPassword, username, login, words }: Props) {
  const [isSet, setSet] = useState(hasPassword)
  const { send, isPending } = useWrite(login)
  const form = useForm<z.infer<typeof changePasswordRequestSchema>>({
    resolver: zodResolver(isSet ? withPresent : changePasswordRequestSchema, {
      error: ({ input }) => (input === '' ? 'required' : 'password'),
    }),
    defaultValues: { password: '', new_password: '' },
    mode: 'onTouched',
  })
  const { errors } = form.formState
  const wordOf = (fault: string | undefined) =>
    fault === 'wrong' || fault === 'required' || fault === 'password' || fault === 'common'
      ? words[fault]
      : undefined

  const submit = form.handleSubmit(async (body) => {
    const written = await send({ method: 'POST', path: '/auth/change_password', body })
    if (written.ok) {
      form.reset()
      setSet(true)
      return showMessage({ message: words.done })
    }
    const shouldFocus = { shouldFocus: true }
    if (written.reason === 'wrong_password') {
      return form.setError('password', { message: 'wrong' }, shouldFocus)
    }
    if (written.reason === 'common_password') {
      return form.setError('new_password', { message: 'common' }, shouldFocus)
    }
    if (written.code !== 401) showMessage({ message: words.failed, color: 'danger' })
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="max-w-sm space-y-5">
      {/* So that password managers know whose it is. */}
      <input type="text" autoComplete="username" defaultValue={username} hidden readOnly />
      {isSet && (
        <Field
          label={words.present}
          type="password"
          autoComplete="current-password"
          reveal={words}
          fault={wordOf(errors.password?.message)}
          {...form.register('password')}
        />
      )}
      <Field
        label={words.next}
        type="password"
        autoComplete="new-password"
        reveal={words}
        help={words.help}
        fault={wordOf(errors.new_password?.message)}
        {...form.register('new_password')}
      />
      <button
        type="submit"
        disabled={isPending}
        className={`${buttonClass({ variant: 'primary' })} needs-script cursor-pointer disabled:opacity-60`}
      >
        {isPending ? words.pending : words.submit}
      </button>
    </form>
  )
}
