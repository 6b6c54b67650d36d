import type { Call } from '@podmoga/contract/client'
import { addMacro, editMacro, listMacros, type Macro } from '@podmoga/contract/desk/macros'
import { Priority } from '@podmoga/contract/desk/tickets'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { TextField } from '@podmoga/ui/field/text-field'
import { Select } from '@podmoga/ui/select/select'
import { isRefusal } from '@podmoga/web/explain'
import { NotDone } from '@podmoga/web/submit/submit'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import styles from '../side/side.module.css'
import { agentsQuery } from '../side/work.api.ts'
import { WORK } from '../side/work.texts.ts'
import { cannedQuery } from '../team.api.ts'
import { macrosQuery } from './macros.api.ts'
import { MACROS } from './macros.texts.ts'

const SAME = 'same'

interface Draft {
  name: string
  text: string
  tags: string
  priority: string
  assignee: string
  close: boolean
}

const draftOf = (macro: Macro | null): Draft => ({
  name: macro?.name ?? '',
  text: macro?.acts.text ?? '',
  tags: macro?.acts.tags.join(', ') ?? '',
  priority: macro?.acts.priority ?? SAME,
  assignee: macro?.acts.assignee ?? SAME,
  close: macro?.acts.close ?? false,
})

const bodyOf = ({ name, text, tags, priority, assignee, close }: Draft) => ({
  name,
  acts: {
    text: text.trim() === '' ? null : text,
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    priority: Priority.options.find((one) => one === priority) ?? null,
    assignee: assignee === SAME ? null : assignee,
    close,
  },
})

interface MacroFormProps {
  call: Call
  /** null: a new one. */
  macro: Macro | null
  onDone: () => void
}

/** The form of a macro. */
export function MacroForm({ call, macro, onDone }: MacroFormProps) {
  const { data: agents = [] } = useQuery(agentsQuery(call))
  const { data: canned = [] } = useQuery(cannedQuery(call))
  const { form, values, set, bind, errorIn, submit, say } = useForm(addMacro.body, draftOf(macro), {
    toBody: bodyOf,
  })
  const { run, isPending, problem } = useSubmit({
    refreshes: [macrosQuery(call).queryKey],
    failed: MACROS.failed,
    onFields: say,
  })
  /** The version to overwrite; a colleague's concurrent change is reported once. */
  const seen = useRef(macro)
  const send = async (body: ReturnType<typeof bodyOf>, idempotency_key: string) => {
    const { current } = seen
    if (current === null) return call(addMacro, { body }, { idempotency_key })
    const { id, version } = current
    try {
      return await call(editMacro, { params: { macroId: id }, body: { ...body, version } })
    } catch (error) {
      if (!isRefusal(error, 'changed_meanwhile') && !isRefusal(error, 'not_found')) throw error
      const { results } = await call(listMacros, {})
      seen.current = results.find((one) => one.id === id) ?? null
      throw new NotDone(seen.current === null ? MACROS.gone : MACROS.changed)
    }
  }
  const save = async (body: ReturnType<typeof bodyOf>) => {
    const done = await run((key) => send(body, key), { of: [JSON.stringify(body)] })
    if (done !== null) onDone()
  }
  const wrong = errorIn('acts') ?? problem
  return (
    <form ref={form} onSubmit={(event) => submit(event, save)} noValidate className={styles.form}>
      <TextField {...bind('name')} label={MACROS.name} maxLength={200} autoFocus autoComplete="off" />
      <TextArea {...bind('text')} label={MACROS.text} hint={MACROS.text_hint} rows={4} />
      {canned.length > 0 && (
        <Select
          label={MACROS.template}
          placeholder={MACROS.template_none}
          options={canned.map(({ id, title }) => ({ key: id, name: title }))}
          value=""
          onChange={({ target: { value } }) =>
            set({ text: canned.find(({ id }) => id === value)?.text ?? values.text })
          }
        />
      )}
      <TextField {...bind('tags')} label={MACROS.tags} autoComplete="off" error={errorIn('acts tags')} />
      <Select
        label={MACROS.priority}
        options={[
          { key: SAME, name: MACROS.same },
          ...Priority.options.map((key) => ({ key, name: WORK.priority_name[key] })),
        ]}
        value={values.priority}
        onChange={({ target: { value } }) => set({ priority: value })}
      />
      <Select
        label={MACROS.assignee}
        options={[
          { key: SAME, name: MACROS.same },
          { key: 'me', name: MACROS.to_me },
          { key: 'none', name: MACROS.to_nobody },
          ...agents.map(({ id, name }) => ({ key: id, name })),
        ]}
        value={values.assignee}
        onChange={({ target: { value } }) => set({ assignee: value })}
      />
      <Checkbox checked={values.close} onChange={(event) => set({ close: event.target.checked })}>
        {MACROS.close}
      </Checkbox>
      <div role="alert">{wrong != null && <FieldError>{wrong}</FieldError>}</div>
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          {MACROS.cancel}
        </Button>
        <Button type="submit" isPending={isPending}>
          {MACROS.save}
        </Button>
      </DialogActions>
    </form>
  )
}
