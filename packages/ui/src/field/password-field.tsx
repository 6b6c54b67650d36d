import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../icon-button/icon-button.tsx'
import styles from './field.module.css'
import { Field } from './field.tsx'
import type { TextFieldProps } from './text-field.tsx'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'autoComplete'> {
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be shown, pasted and filled by a password manager. */
export function PasswordField({
  id,
  label,
  hint,
  error,
  className,
  hideLabel,
  ...input
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const { inputClassName: _, ...native } = input
  return (
    <Field {...{ id, label, hint, error, className }} {...(hideLabel && { hideLabel })}>
      {(control) => (
        <div className={styles.affix}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...native}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={styles.control}
          />
          <IconButton
            className={styles.reveal}
            label={`${isShown ? 'Скрыть' : 'Показать'}: ${label}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}
