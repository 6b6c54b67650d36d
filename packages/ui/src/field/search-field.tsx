import type { InputHTMLAttributes, Ref } from 'react'
import { TextField } from './text-field.tsx'

interface SearchFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'maxLength'> {
  /** What the search is for: the placeholder and the accessible name. */
  label: string
  value: string
  onChange: (text: string) => void
  ref?: Ref<HTMLInputElement>
  'data-goes-on'?: boolean
}

/** The hint when a text reaches the search's limit: the rest of a paste was cut off. */
export const boundHint = (text: string, max: number): string | undefined =>
  text.length < max ? undefined : `Ищем по первым ${max} знакам`

/** A search field above a list. */
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
