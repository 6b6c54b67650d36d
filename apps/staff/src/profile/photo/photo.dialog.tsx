import { PHOTO_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { Avatar } from '@podmoga/ui/avatar/avatar'
import { Button } from '@podmoga/ui/button/button'
import { DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { useObjectUrl } from '@podmoga/ui/file-row/use-object-url'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { isThere } from '@podmoga/web/files/gone'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { Upload } from 'lucide-react'
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { FormProblem } from '../form-problem.tsx'
import { useProfile } from '../modal.layout.tsx'
import { profileQuery } from '../own-profile.api.ts'
import profile from '../profile.module.css'
import { uploadPhoto } from '../profile.mutations.ts'
import { PROFILE } from '../profile.texts.ts'
import { showFailure } from '../show-failure.ts'
import { useModal } from '../use-modal.ts'
import styles from './photo.module.css'
import { type Area, crop, FAULTS, faultOf, isGif, shrink, unreadable } from './photo-file.ts'

const PhotoCrop = lazy(() => import('./photo-crop.tsx').then((module) => ({ default: module.PhotoCrop })))

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file)
  return (
    <>
      {url && <img className={styles.preview} src={url} alt={PROFILE.new_photo} />}
      <p className="t-small t-muted">{PROFILE.gif_hint}</p>
    </>
  )
}

/** The chosen file, and why another was rejected. `onChecked` is called when either is known. */
function useChosenPhoto(onChecked: () => void) {
  const [file, setFile] = useState<File | null>(null)
  const [tooLarge, setTooLarge] = useState<File | null>(null)
  const [fault, setFault] = useState<keyof typeof FAULTS | null>(null)
  const [isShrinking, setShrinking] = useState(false)
  // Resolves to the chosen file once it has been checked; «Готово» waits for it.
  const chosen = useRef<Promise<File | null>>(Promise.resolve(null))
  const isChecking = useRef(false)

  const check = async (next: File, before: Promise<File | null>): Promise<File | null> => {
    const why = faultOf(next) ?? (await unreadable(next))
    setTooLarge(why === 'size' ? next : null)
    setFault(why)
    onChecked()
    // A rejected file leaves the previous choice in place.
    if (why !== null) return before
    setFile(next)
    return next
  }
  const take = (next: File) => {
    const found = check(next, chosen.current)
    chosen.current = found
    isChecking.current = true
    void found.then(() => {
      isChecking.current = chosen.current !== found
    })
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [next] = event.target.files ?? []
    event.target.value = ''
    if (next !== undefined) take(next)
  }
  const shrinkAndTake = async () => {
    if (tooLarge === null || isShrinking) return
    setShrinking(true)
    const small = await shrink(tooLarge).catch(() => null)
    setShrinking(false)
    if (small !== null) return take(small)
    setTooLarge(null)
    setFault('type')
  }
  return {
    file,
    fault,
    isTooLarge: tooLarge !== null,
    isShrinking,
    choose,
    shrinkAndTake,
    /** The file was deleted after it had been chosen. */
    lose: () => setFault('gone'),
    /** The picture once it has been checked; null, with an error shown, if there is none. */
    picture: (): Promise<File | null> => {
      // While a check is running, its own error suffices.
      if (!isChecking.current && file === null) setFault('none')
      return chosen.current
    },
  }
}

/** «Фото»: choose a file, crop it, upload it. */
export function PhotoDialog() {
  const scope = useScope()
  const { close } = useModal()
  const { first_name, image } = useProfile()
  const { run, isPending, problem } = useSubmit({
    toast: showFailure,
    refreshes: [profileQuery(scope).queryKey],
  })
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const area = useRef<Area | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const chosen = useChosenPhoto(() => {
    area.current = null
    button.current?.focus()
  })
  const { file, fault } = chosen
  const upload = async () => {
    setWaiting(true)
    const picture = await chosen.picture()
    const isGone = picture !== null && !(await isThere(picture))
    setWaiting(false)
    if (isGone) chosen.lose()
    if (picture === null || isGone) return button.current?.focus()
    const done = await run(async () => {
      const ready = isGif(picture) || area.current === null ? picture : await crop(picture, area.current)
      return uploadPhoto(scope, ready)
    })
    if (done !== null) close()
  }
  return (
    <div className={profile.form}>
      <div className={styles.picture}>
        {file === null && <Avatar size="xl" name={first_name} image={image} />}
        {file !== null && isGif(file) && <Preview file={file} />}
        {file !== null && !isGif(file) && (
          <Suspense fallback={<Skeleton shape="box" height={280} width="100%" />}>
            <PhotoCrop
              key={`${file.name} ${file.size}`}
              file={file}
              onArea={(next) => {
                area.current = next
              }}
            />
          </Suspense>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={PROFILE.photo_file}
        accept={PHOTO_EXTENSIONS.join(',')}
        onChange={chosen.choose}
      />
      <div className={styles.choose}>
        <Button
          ref={button}
          variant="secondary"
          icon={<Upload size={20} aria-hidden />}
          aria-describedby="photo-hint"
          onClick={() => input.current?.click()}
        >
          {PROFILE.upload}
        </Button>
        <p id="photo-hint" className="t-small t-muted">
          {PROFILE.photo_hint}
        </p>
      </div>
      <div role="alert" className={styles.fault}>
        {fault !== null && (
          <FieldError>
            {FAULTS[fault]}
            {fault === 'type' && <span className={styles.why}>{PROFILE.photo_types}</span>}
          </FieldError>
        )}
      </div>
      {chosen.isTooLarge && (
        <Button
          variant="secondary"
          size="s"
          isPending={chosen.isShrinking}
          onClick={() => void chosen.shrinkAndTake()}
        >
          {PROFILE.shrink}
        </Button>
      )}
      <FormProblem>{problem}</FormProblem>
      <DialogActions>
        <Button variant="secondary" onClick={close}>
          {PROFILE.cancel}
        </Button>
        <Button isPending={isPending || isWaiting} onClick={() => void upload()}>
          {PROFILE.done}
        </Button>
      </DialogActions>
    </div>
  )
}
