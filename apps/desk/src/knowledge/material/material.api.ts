import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/desk/materials'
import { queryOptions } from '@tanstack/react-query'
import { KNOWLEDGE_ROOT } from '../knowledge.api.ts'
import type { DraftText } from './draft-text.ts'

/** Saves a draft based on `revision`; refused if the server has a newer one. */
export const saveDraft = (
  call: Call,
  materialId: string,
  { title, content, cover, files }: DraftText,
  revision: number,
) =>
  call(calls.saveDraft, {
    params: { materialId },
    body: { revision, title, content, cover: cover?.id ?? null, files: files.map(({ id }) => id) },
  })

export const publishMaterial = (call: Call, materialId: string, revision: number) =>
  call(calls.publishMaterial, { params: { materialId }, body: { revision } })
export const unpublishMaterial = (call: Call, materialId: string) =>
  call(calls.unpublishMaterial, { params: { materialId } })
export const restoreVersion = (call: Call, materialId: string, number: number, revision: number) =>
  call(calls.restoreVersion, { params: { materialId, number: String(number) }, body: { revision } })

export const uploadPicture = (
  call: Call,
  materialId: string,
  picture: File,
  options: { idempotency_key: string; onProgress: (sent: number) => void },
) =>
  call(calls.uploadPicture, { params: { materialId }, form: { kind: 'picture' }, files: [picture] }, options)
export const uploadCover = (call: Call, materialId: string, file: File) =>
  call(calls.uploadPicture, { params: { materialId }, form: { kind: 'cover' }, files: [file] })
export const uploadFile = (call: Call, materialId: string, file: File) =>
  call(calls.uploadFile, { params: { materialId }, files: [file] })

/** The material as saved by another editor in the meantime. */
export const theirsQuery = (call: Call, materialId: string) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_ROOT, 'theirs', materialId],
    queryFn: ({ signal }) => call(calls.getDeskMaterial, { params: { materialId } }, { signal }),
    gcTime: 0,
    staleTime: 0,
  })

/** Sets the material's questions; refused if the current ones differ from `seen`. */
export const setAlsoAsked = (call: Call, materialId: string, also_asked: string[], seen: string[]) =>
  call(calls.setAlsoAsked, { params: { materialId }, body: { also_asked, seen } })
