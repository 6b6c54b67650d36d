import type { Call } from '@podmoga/contract/client'
import type { BulkAct } from '@podmoga/contract/desk/bulk'
import { TAG_MAX } from '@podmoga/contract/limits'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { BULK } from './bulk.texts.ts'
import { tagsQuery } from './team.api.ts'

interface TagDialogProps {
  call: Call
  onTag: (act: BulkAct) => void
  onClose: () => void
}

/** One tag, put on all picked tickets or taken off them. */
export function TagDialog({ call, onTag, onClose }: TagDialogProps) {
  const { data: tags = [] } = useQuery(tagsQuery(call))
  const [tag, setTag] = useState('')
  const list = useId()
  const clean = tag.trim()
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (clean !== '') onTag({ do: 'tag', tag: clean })
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
          onChange={(event) => setTag(event.target.value)}
        />
        <datalist id={list}>
          {tags.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <DialogActions>
          <Button
            variant="secondary"
            disabled={clean === ''}
            onClick={() => onTag({ do: 'untag', tag: clean })}
          >
            {BULK.tag_remove}
          </Button>
          <Button type="submit" disabled={clean === ''}>
            {BULK.tag_add}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
