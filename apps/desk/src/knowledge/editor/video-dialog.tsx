import { untitledVideo, VIDEO_SOURCES, videoIn } from '@podmoga/contract/fields/video'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { useForm } from '@podmoga/web/use-form'
import { z } from 'zod'
import { KB } from '../knowledge.texts.ts'
import styles from './editor.module.css'
import { InsertActions } from './insert-actions.tsx'

/** URL of a video's page, and its title in the text. */
export interface VideoTexts {
  href: string
  title: string
}

interface VideoDialogProps {
  /** The edited video; null for a new one. */
  now: VideoTexts | null
  onSubmit: (video: VideoTexts) => void
  onRemove: () => void
  onClose: () => void
}

const TEXTS = {
  insert: 'Вставить видео',
  change: 'Видео',
  address: 'Ссылка на видео',
  address_hint: `${VIDEO_SOURCES.join(', ')}. Подойдёт и код для вставки.`,
  bad_address:
    'По этой ссылке видео не узнать. Нужна ссылка на само видео, а не на канал или список; видео с других сайтов вставьте обычной ссылкой.',
  name: 'Название',
  name_hint: 'По нему видео найдёт поиск. Читатель увидит его до нажатия «Смотреть».',
  submit: 'Вставить',
  remove: 'Удалить видео',
} as const

const VideoForm = z
  .object({
    address: z.string().refine((text) => videoIn(text) !== null, { error: TEXTS.bad_address }),
    title: z.string().trim(),
  })
  .transform(({ address, title }): VideoTexts => {
    const video = videoIn(address)
    return video === null ? z.NEVER : { href: video.page, title: title || untitledVideo(video) }
  })

/** Inserts or edits a video by its URL or embed code. */
export function VideoDialog({ now, onSubmit, onRemove, onClose }: VideoDialogProps) {
  const { form, bind, submit } = useForm(VideoForm, { address: now?.href ?? '', title: now?.title ?? '' })
  return (
    <Dialog title={now === null ? TEXTS.insert : TEXTS.change} onClose={onClose}>
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          // React events bubble from a portal to the editor's form.
          event.stopPropagation()
          submit(event, onSubmit)
        }}
      >
        <TextField
          {...bind('address')}
          label={TEXTS.address}
          hint={TEXTS.address_hint}
          placeholder="https://"
          maxLength={2000}
        />
        <TextField {...bind('title')} label={TEXTS.name} hint={TEXTS.name_hint} maxLength={200} />
        <InsertActions
          remove={now === null ? null : TEXTS.remove}
          submit={now === null ? TEXTS.submit : KB.save}
          onRemove={onRemove}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
