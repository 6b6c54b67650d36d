import { Dialog } from '@podmoga/ui/dialog/dialog'
import { FormActions } from '@podmoga/ui/dialog/form-actions'
import { TextField } from '@podmoga/ui/field/text-field'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { type FormEvent, type ReactNode, useState } from 'react'
import { KB } from '../knowledge.texts.ts'

interface NameDialogProps {
  title: string
  label?: string
  initial?: string
  submit: string
  /** Rejects with a Refusal; resolves when the dialog may close. */
  onSubmit: (name: string) => Promise<unknown>
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

/** Dialog that asks for a name and submits it. */
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
  const [isMissing, setMissing] = useState(false)
  const { run, isPending, problem, clearProblem } = useSubmit()
  const give = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    void run(async () => {
      await onSubmit(name.trim())
      onClose()
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={give} noValidate>
        {children}
        <TextField
          label={label}
          value={name}
          maxLength={200}
          autoFocus
          autoComplete="off"
          error={isMissing ? KB.no_name : (problem ?? undefined)}
          onChange={(event) => {
            setName(event.target.value)
            setMissing(false)
            clearProblem()
          }}
        />
        <FormActions submit={submit} isPending={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
