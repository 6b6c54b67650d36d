import { Button } from '@podmoga/ui/button/button'
import { splitByAccept, unfitText } from '@podmoga/ui/file-drop/accept'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { type ReactNode, useRef } from 'react'
import { EDITOR } from '../knowledge.texts.ts'

/** A button that opens the file chooser. */
export function UploadButton(props: {
  label: string
  icon: ReactNode
  accept: readonly string[]
  onFile: (file: File) => Promise<void>
}) {
  const input = useRef<HTMLInputElement>(null)
  const { run, isPending } = useSubmit({ toast: EDITOR.upload_failed })
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const { unfit } = splitByAccept([file], props.accept)
    if (unfit.length > 0) {
      toast.danger({ title: EDITOR.upload_failed, text: unfitText(unfit, props.accept) })
      return
    }
    await run(() => props.onFile(file))
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={props.label}
        accept={props.accept.join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          void take(file)
        }}
      />
      <Button
        variant="secondary"
        size="s"
        icon={props.icon}
        isPending={isPending}
        onClick={() => input.current?.click()}
      >
        {props.label}
      </Button>
    </>
  )
}
