import { useSearchParams } from '@podmoga/web/router'

/** Option key for "no filter"; not written to the URL. */
export const ANY = 'any'

/** A list's filter kept in the URL, so that a link shows the same. Unset values are ''. */
export const useAddressFilter = <N extends string>(names: readonly N[]) => {
  const [params, setParams] = useSearchParams()
  const filter = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<N, string>
  /** `clears`: filters to reset because they do not apply to the new value. */
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
