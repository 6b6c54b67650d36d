import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import { announce } from '@podmoga/ui/live-region/live-region'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { TREE_KEY } from '../knowledge.api.ts'
import { KB } from '../knowledge.texts.ts'
import { addMaterial, addSection, addSubcategory, moveThing, removeThing, renameThing } from './tree.api.ts'
import { moved, type Spot, spotText, stepOf, type Thing } from './tree.ts'

export type TreeMutations = ReturnType<typeof useTreeMutations>

/** Mutations of the tree. They reject with a Refusal, except moves, which show a toast. */
export function useTreeMutations() {
  const { call } = useScope()
  const client = useQueryClient()
  // Queued: two quick moves could otherwise arrive in the wrong order.
  const { run } = useSubmit({ refreshes: [TREE_KEY], toast: KB.move_failed, queue: 'knowledge tree' })
  return useMemo(() => {
    const refresh = () => client.invalidateQueries({ queryKey: TREE_KEY })
    const done = async <T>(work: Promise<T>): Promise<T> => {
      const answer = await work
      await refresh()
      return answer
    }
    const tree = () => client.getQueryData<DeskTree>(TREE_KEY)

    const move = (thing: Thing, spot: Spot): Promise<unknown> => {
      const before = tree()
      if (before === undefined) return Promise.resolve()
      const data = moved(before, thing, spot)
      announce(spotText(data, thing))
      return run(() => moveThing(call, thing, spot), { ahead: { queryKey: TREE_KEY, data } })
    }

    return {
      move,
      /** Moves a thing one step; returns the new spot, or null at the edge, which is announced. */
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
  }, [call, client, run])
}
