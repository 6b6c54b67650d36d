import type { InputHTMLAttributes, Ref } from 'react'
import { TextField } from './text-field.tsx'

interface SearchFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'maxLength'> {
  /** What is looked for: read in the empty field, and heard as its name. */
  label: string
  value: string
  onChange: (text: string) => void
  ref?: Ref<HTMLInputElement>
  'data-goes-on'?: boolean
}

/** What is said of a text as long as a search takes it: the rest of what was pasted is not there. */
export const boundHint = (text: string, max: number): string | undefined =>
  text.length < max ? undefined : `Ищем по первым ${max} знакам`

/** A field above a list that finds something in it. */
export function SearchField({ label, onChange, ...rest }: SearchFieldProps) {
  const { value, maxLength } = rest
  return (
    <TextField
      {...rest}
      hint={maxLength === undefined ? undefined : boundHint(value, maxLength)}
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
