import { FILE_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { FieldError } from '@podmoga/ui/field/field'
import { FileButton } from '@podmoga/ui/file-drop/file-drop'
import type { ReactNode } from 'react'
import styles from './composer.module.css'
import { COMPOSER } from './composer.texts.ts'
import type { Writing } from './use-writing.ts'

interface ComposerBarProps {
  of: Pick<Writing, 'problem' | 'setProblem' | 'picker' | 'add'>
  /** Rendered after the file button. */
  children: ReactNode
}

/** Below the field: the error and the buttons. */
export function ComposerBar({ of: { problem, setProblem, picker, add }, children }: ComposerBarProps) {
  return (
    <>
      <div role="alert" className={styles.problem}>
        {problem !== '' && <FieldError>{problem}</FieldError>}
      </div>
      <div className={styles.bar}>
        <FileButton
          ref={picker}
          accept={FILE_EXTENSIONS}
          label={COMPOSER.files}
          onFiles={add}
          onUnfit={setProblem}
        />
        {children}
      </div>
    </>
  )
}
