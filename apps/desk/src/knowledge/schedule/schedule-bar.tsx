import { Button } from '@podmoga/ui/button/button'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useScope } from '../../lib/scope.tsx'
import styles from '../editor/editor.module.css'
import { TREE_KEY } from '../knowledge.api.ts'
import { cancelSchedule, scheduleKey, scheduleQuery } from './schedule.api.ts'
import { SCHEDULE } from './schedule.texts.ts'

interface ScheduleBarProps {
  materialId: string
  /** The current text is not saved yet, so it differs from the scheduled one. */
  isChanging: boolean
  /** Called with the new state after the scheduled publication. */
  onOut: (state: 'draft' | 'published' | 'changed') => void
}

/** The scheduled publication of a material. */
export function ScheduleBar({ materialId, isChanging, onOut }: ScheduleBarProps) {
  const { call } = useScope()
  const { data } = useQuery(scheduleQuery(call, materialId))
  const { run, isPending } = useSubmit({
    refreshes: [scheduleKey(materialId), TREE_KEY],
    toast: SCHEDULE.not_cancelled,
  })
  const had = useRef(false)
  const latestOnOut = useRef(onOut)
  latestOnOut.current = onOut
  useEffect(() => {
    if (data === undefined) return
    if (had.current && data.schedule === null) latestOnOut.current(data.state)
    had.current = data.schedule !== null
  }, [data])
  const schedule = data?.schedule ?? null
  if (schedule === null) return null
  const cancel = () =>
    run(async () => {
      await cancelSchedule(call, materialId)
      toast.success({ title: SCHEDULE.cancelled })
    })
  return (
    <div className={styles.shelf}>
      <p role="status">
        <strong>{SCHEDULE.comes(schedule.local)}</strong>
        {SCHEDULE.set_by(schedule.set_by)}
        {(isChanging || !schedule.is_current) && ` · ${SCHEDULE.changed}`}
      </p>
      <Button size="s" variant="secondary" isPending={isPending} onClick={() => void cancel()}>
        {SCHEDULE.cancel}
      </Button>
    </div>
  )
}
