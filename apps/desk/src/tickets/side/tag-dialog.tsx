import type { Call } from '@podmoga/contract/client'
import type { BulkAct } from '@podmoga/contract/desk/bulk'
import { TAG_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { BULK } from '../bulk/bulk.texts.ts'
import { tagsQuery } from '../team.api.ts'

interface TagDialogProps {
  call: Call
  /** Resolves to the reason of the failure, or null on success. */
  onTag: (act: BulkAct) => Promise<string | null>
  onClose: () => void
}

/** Adds one tag to all picked tickets, or removes it from them. */
export function TagDialog({ call, onTag, onClose }: TagDialogProps) {
  const { data: tags = [] } = useQuery(tagsQuery(call))
  const [tag, setTag] = useState('')
  const list = useId()
  const clean = tag.trim()
  const { run, isPending, problem, clearProblem } = useSubmit()
  const change = async (what: 'tag' | 'untag') => {
    if (clean === '') return
    const done = await run(async () => {
      const why = await onTag({ do: what, tag: clean })
      return { ok: why === null, error: why }
    })
    if (done !== null) onClose()
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    void change('tag')
  }
  return (
    <Dialog title={BULK.tag_title} onClose={onClose}>
      <form onSubmit={add} noValidate>
        <TextField
          label={BULK.tags}
          list={list}
          maxLength={TAG_MAX}
          autoComplete="off"
          value={tag}
          error={problem ?? undefined}
          onChange={(event) => {
            setTag(event.target.value)
            clearProblem()
          }}
        />
        <datalist id={list}>
          {tags.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <DialogActions>
          <Button variant="secondary" disabled={clean === ''} onClick={() => void change('untag')}>
            {BULK.tag_remove}
          </Button>
          <Button type="submit" disabled={clean === ''} isPending={isPending}>
            {BULK.tag_add}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
