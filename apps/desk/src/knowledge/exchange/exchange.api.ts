import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/desk/material/exchange'
import { queryOptions } from '@tanstack/react-query'
import { KNOWLEDGE_ROOT } from '../knowledge.api.ts'

const of = (importId: string) => ({ params: { importId } })
const LOOK_MS = 1500

const importKey = (importId: string) => [...KNOWLEDGE_ROOT, 'import', importId] as const

/** State of an import, polled while the server is working on it. */
export const importQuery = (call: Call, importId: string) =>
  queryOptions({
    queryKey: importKey(importId),
    queryFn: ({ signal }) => call(calls.getKnowledgeImport, of(importId), { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'checking' || data?.state === 'running' ? LOOK_MS : false,
    retry: false,
  })

export const checkImport = (call: Call, file: File, onProgress: (sent: number) => void) =>
  call(calls.checkKnowledgeImport, { form: {}, files: [file] }, { onProgress })
export const runImport = (call: Call, importId: string) => call(calls.runKnowledgeImport, of(importId))
export const getRemarks = (call: Call, importId: string) => call(calls.getKnowledgeRemarks, of(importId))
export const exportBase = (call: Call) => call(calls.exportKnowledge, { body: {} })
