import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { usePlace } from '../lib/place.tsx'
import { TREE_KEY } from './knowledge.api.ts'
import { KB } from './knowledge.texts.ts'
import { addMaterial, addSection, addSubcategory, moveThing, removeThing, renameThing } from './tree.api.ts'
import { moved, type Spot, spotText, stepOf, type Thing } from './tree.ts'

export type TreeDeeds = ReturnType<typeof useTreeDeeds>

/** Everything that changes the tree. What fails rejects with a Refusal, but for moves, which say so themselves. */
export function useTreeDeeds() {
  const { call } = usePlace()
  const client = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useMemo(() => {
    const refresh = () => client.invalidateQueries({ queryKey: TREE_KEY })
    const done = async <T>(work: Promise<T>): Promise<T> => {
      const answer = await work
      await refresh()
      return answer
    }
    const tree = () => client.getQueryData<DeskTree>(TREE_KEY)

    const move = (thing: Thing, spot: Spot): Promise<void> => {
      const before = tree()
      if (before === undefined) return Promise.resolve()
      void client.cancelQueries({ queryKey: TREE_KEY })
      const after = moved(before, thing, spot)
      client.setQueryData(TREE_KEY, after)
      announce(spotText(after, thing))
      // One after another, or two quick steps could arrive in the wrong order.
      const work = last.current.then(async () => {
        try {
          await moveThing(call, thing, spot)
        } catch (error) {
          toast.danger({ title: KB.move_failed, text: explain(error) })
        }
        if (last.current === work) await refresh()
      })
      last.current = work
      return work
    }

    return {
      move,
      /** Announces the edge where there is nowhere to go: null then, else where it has gone. */
      step: (thing: Thing, by: 1 | -1): Spot | null => {
        const now = tree()
        const spot = now === undefined ? null : stepOf(now, thing, by)
        if (spot === null) announce(KB.at_edge)
        else void move(thing, spot)
        return spot
      },
      addSection: (name: string) => done(addSection(call, name)),
      addSubcategory: (section: string, name: string) => done(addSubcategory(call, section, name)),
      addMaterial: (subcategory: string, title: string) => done(addMaterial(call, subcategory, title)),
      rename: (thing: Thing, name: string) => done(renameThing(call, thing, name)),
      remove: (thing: Thing) => done(removeThing(call, thing)),
      refresh,
    }
  }, [call, client])
}
