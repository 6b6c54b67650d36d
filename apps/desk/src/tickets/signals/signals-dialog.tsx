import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { Select } from '@podmoga/ui/select/select'
import { ringing } from '@podmoga/web/push/browser-push'
import { useEffect, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import filters from '../filters/filters.module.css'
import { chime } from './chime.ts'
import { isSubscribed, sendChoices, subscribePush, unsubscribePush } from './desk-push.ts'
import { choicesNow, keepChoices } from './kept-choices.ts'
import { SIGNALS } from './signals.texts.ts'
import type { SignalChoices } from './signals.ts'

const MINUTES = [0, 5, 10, 15, 30, 60]
const NIGHT = { from: '22:00', to: '08:00' }

/** Notification settings of an agent or editor; each takes effect as soon as it is chosen. */
export function SignalsDialog({ onClose }: { onClose: () => void }) {
  const [choices, setChoices] = useState(choicesNow)
  const [isDenied, setDenied] = useState(false)
  const { notices, sound, nobodys_after, quiet } = choices
  const { call, person, me } = useScope()
  const isAgent = me.roles.includes('agent')
  const [pushed, setPushed] = useState<'yes' | 'no' | 'failed'>('no')
  useEffect(() => {
    void isSubscribed(person).then((isActive) => setPushed(isActive ? 'yes' : 'no'))
  }, [person])
  // Sequentially, so that the last choice wins.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const enqueue = (work: () => Promise<'yes' | 'no'>) => {
    last.current = last.current.then(work).then(setPushed, () => setPushed('failed'))
  }
  const keep = (part: Partial<SignalChoices>) => {
    const next = { ...choices, ...part }
    setChoices(next)
    keepChoices(next)
  }
  const change = (part: Partial<SignalChoices>) => {
    keep(part)
    if (pushed !== 'no') enqueue(() => sendChoices(call, person).then(() => 'yes'))
  }
  const turnNotices = async (isOn: boolean) => {
    const may =
      !isOn || (typeof Notification !== 'undefined' && (await Notification.requestPermission()) === 'granted')
    setDenied(!may)
    keep({ notices: isOn && may })
    if (isOn && may) enqueue(async () => ((await subscribePush(call, person)) ? 'yes' : 'no'))
    else if (!isOn) enqueue(() => unsubscribePush(call).then(() => 'no'))
  }
  const pushStatus = {
    yes: SIGNALS.pushed,
    no: ringing() === 'install' ? SIGNALS.install : isAgent ? SIGNALS.not_pushed : SIGNALS.not_pushed_editor,
    failed: isAgent ? SIGNALS.failed : SIGNALS.failed_editor,
  }[pushed]
  const setQuiet = (part: Partial<typeof NIGHT>) => change({ quiet: { ...(quiet ?? NIGHT), ...part } })
  return (
    <Dialog title={SIGNALS.title} onClose={onClose}>
      <div className={filters.fields}>
        <p className="t-small t-muted">{SIGNALS.hint}</p>
        <Checkbox checked={notices} onChange={({ target }) => void turnNotices(target.checked)}>
          {SIGNALS.notices}
        </Checkbox>
        {isAgent && <p className="t-small t-muted">{SIGNALS.notices_hint}</p>}
        {me.roles.includes('editor') && <p className="t-small t-muted">{SIGNALS.editor_hint}</p>}
        <p role="status" className="t-small">
          {notices && pushStatus}
        </p>
        <div role="alert">{isDenied && <FieldError>{SIGNALS.denied}</FieldError>}</div>
        <div className={filters.bulkLine}>
          <Checkbox checked={sound} onChange={({ target }) => change({ sound: target.checked })}>
            {SIGNALS.sound}
          </Checkbox>
          <Button size="s" variant="ghost" onClick={chime}>
            {SIGNALS.try_sound}
          </Button>
        </div>
        {isAgent && (
          <Select
            label={SIGNALS.nobodys}
            options={MINUTES.map((minutes) => ({
              key: String(minutes),
              name: minutes === 0 ? SIGNALS.never : SIGNALS.after(minutes),
            }))}
            value={String(nobodys_after)}
            onChange={({ target }) => change({ nobodys_after: Number(target.value) })}
          />
        )}
        <Checkbox
          checked={quiet !== null}
          onChange={({ target }) => change({ quiet: target.checked ? NIGHT : null })}
        >
          {SIGNALS.quiet}
        </Checkbox>
        {quiet !== null && (
          <>
            <TextField
              type="time"
              label={SIGNALS.from}
              value={quiet.from}
              onChange={({ target }) => target.value !== '' && setQuiet({ from: target.value })}
            />
            <TextField
              type="time"
              label={SIGNALS.to}
              value={quiet.to}
              onChange={({ target }) => target.value !== '' && setQuiet({ to: target.value })}
            />
          </>
        )}
        <p className="t-small t-muted">{SIGNALS.quiet_hint}</p>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{SIGNALS.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
