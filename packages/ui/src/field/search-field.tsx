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

/** A field above a list that finds something in it. */
export function SearchField({ label, onChange, ...rest }: SearchFieldProps) {
  return (
    <TextField
      {...rest}
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
