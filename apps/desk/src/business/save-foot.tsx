import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import type { ReactNode } from 'react'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'

/** How a form of the administration ends: why it was not saved, and the button. */
export function SaveFoot({
  problem,
  isPending,
  label,
  children,
}: {
  problem: string | null
  isPending: boolean
  /** What it is called where several forms of a page each have one. */
  label?: string
  /** What stands beside the button. */
  children?: ReactNode
}) {
  return (
    <>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <div className={styles.actions}>
        <Button type="submit" isPending={isPending} {...(label !== undefined && { 'aria-label': label })}>
          {BUSINESS.save}
        </Button>
        {children}
      </div>
    </>
  )
}
