import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import type { ReactNode } from 'react'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'

/** Footer of an administration form: error and save button. */
export function SaveFoot({
  problem,
  isPending,
  label,
  children,
}: {
  problem: string | null
  isPending: boolean
  /** The button's accessible name, for pages with several forms. */
  label?: string
  /** Rendered beside the button. */
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
