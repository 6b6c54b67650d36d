import { useSearchParams } from '@podmoga/web/router'

/** A list's choice that narrows nothing: it is not kept. */
export const ANY = 'any'

/** A filter of a list that stands in the address: a link shows the same. What is not chosen is an empty text. */
export const useAddressFilter = <N extends string>(names: readonly N[]) => {
  const [params, setParams] = useSearchParams()
  const filter = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<N, string>
  /** `clears`: what makes no sense beside the new value. */
  const set = (name: N, value: string, clears: readonly N[] = []) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '' || value === ANY) next.delete(name)
        else next.set(name, value)
        for (const other of clears) next.delete(other)
        return next
      },
      { replace: true },
    )
  return { filter, set }
}
