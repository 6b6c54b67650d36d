import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'

/** How a form of the administration ends: why it was not saved, and the button. */
export function SaveFoot({ problem, isPending }: { problem: string | null; isPending: boolean }) {
  return (
    <>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <div className={styles.actions}>
        <Button type="submit" isPending={isPending}>
          {BUSINESS.save}
        </Button>
      </div>
    </>
  )
}
