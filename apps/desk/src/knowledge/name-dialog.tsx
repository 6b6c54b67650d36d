import { Dialog } from '@podmoga/ui/dialog/dialog'
import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { TextField } from '@podmoga/ui/field/text-field'
import { explain } from '@podmoga/web/explain'
import { type FormEvent, type ReactNode, useState } from 'react'
import { KB } from './knowledge.texts.ts'

interface NameDialogProps {
  title: string
  label?: string
  initial?: string
  submit: string
  /** Rejects with a Refusal; resolves when the dialog may go. */
  onSubmit: (name: string) => Promise<unknown>
  onClose: () => void
  /** What else is asked. */
  children?: ReactNode
}

/** Asks for a name and does what it is for. */
export function NameDialog({
  title,
  label = KB.name,
  initial = '',
  submit,
  onSubmit,
  onClose,
  children,
}: NameDialogProps) {
  const [name, setName] = useState(initial)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (name.trim() === '') {
      setError(KB.no_name)
      return
    }
    setBusy(true)
    try {
      await onSubmit(name.trim())
      onClose()
    } catch (failure) {
      setError(explain(failure) ?? 'Не получилось. Попробуйте ещё раз.')
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={send} noValidate>
        {children}
        <TextField
          label={label}
          value={name}
          maxLength={200}
          autoFocus
          autoComplete="off"
          error={error}
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
        <FormActions submit={submit} isPending={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
