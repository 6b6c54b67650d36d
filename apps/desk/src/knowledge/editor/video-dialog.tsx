import { untitledVideo, VIDEO_SOURCES, videoIn } from '@podmoga/contract/fields/video'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { useForm } from '@podmoga/web/use-form'
import { z } from 'zod'
import { KB } from '../knowledge.texts.ts'
import styles from './editor.module.css'
import { InsertActions } from './insert-actions.tsx'

/** The page of a video, and what it is called in the text. */
export interface VideoTexts {
  href: string
  title: string
}

interface VideoDialogProps {
  /** The one that stands in the text; null for a new one. */
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

/** A video of another site by its link, or by the code with which the site offers it. */
export function VideoDialog({ now, onSubmit, onRemove, onClose }: VideoDialogProps) {
  const { form, bind, submit } = useForm(VideoForm, { address: now?.href ?? '', title: now?.title ?? '' })
  return (
    <Dialog title={now === null ? TEXTS.insert : TEXTS.change} onClose={onClose}>
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          // A form inside a portal tells the editor's form too.
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
