import type { AdminRestaurant } from '@podmoga/contract/desk/admin'
import { type DeskDevice, DeviceFacts } from '@podmoga/contract/desk/devices'
import { DEVICE_KINDS } from '@podmoga/contract/devices'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { Picker } from '@podmoga/ui/picker/picker'
import { Select } from '@podmoga/ui/select/select'
import { isRefusal } from '@podmoga/web/explain'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import styles from '../business.module.css'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import { FormFoot } from '../form-foot.tsx'
import { DEVICES_ROOT, saveDevice } from './devices.api.ts'
import { DEVICES } from './devices.texts.ts'

const KINDS = DEVICE_KINDS.map(({ key, name }) => ({ key, name }))

interface DeviceDialogProps {
  /** null: a new one. */
  device: DeskDevice | null
  /** Restaurants that are not archived. */
  restaurants: readonly AdminRestaurant[]
  /** Preselected restaurant of a new device. */
  restaurant: string
  onClose: () => void
}

/** Adds or edits a device. */
export function DeviceDialog({ device, restaurants, restaurant, onClose }: DeviceDialogProps) {
  const { call } = useScope()
  const only = restaurants.length === 1 ? restaurants[0]?.id : undefined
  const start = {
    restaurant_id: device?.restaurant.id ?? (restaurant || (only ?? '')),
    kind: device?.kind ?? '',
    name: device?.name ?? '',
    model: device?.model ?? '',
    serial: device?.serial ?? '',
    place: device?.place ?? '',
  }
  const { form, values, set, errorOf, bind, submit, say } = useForm(DeviceFacts, start)
  /** Whether a concurrent change was reported: the next save overwrites it. */
  const [isReported, setReported] = useState(false)
  const { run, isPending, problem } = useSubmit({
    refreshes: [DEVICES_ROOT],
    onFields: say,
    onRefused: (error) => isRefusal(error, 'changed_meanwhile') && setReported(true),
  })
  const isNew = device === null
  const save = async (facts: DeviceFacts) => {
    const done = await run(
      (key) =>
        saveDevice(call, device?.id ?? null, isNew ? facts : { ...facts, was: start, over: isReported }, key),
      {
        of: [JSON.stringify(facts)],
      },
    )
    if (done !== null) onClose()
  }
  return (
    <Dialog
      title={device === null ? DEVICES.new_title : DEVICES.edit_title}
      onClose={onClose}
      isDismissable={!isPending}
    >
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, save)}>
        <Picker
          label={DEVICES.restaurant}
          searchLabel={PEOPLE.find_restaurant}
          items={restaurants.map(({ id, name }) => ({ key: id, name }))}
          value={values.restaurant_id}
          error={errorOf('restaurant_id')}
          onChange={(id) => set({ restaurant_id: id })}
        />
        <Select {...bind('kind')} label={DEVICES.kind} options={KINDS} required />
        <TextField
          {...bind('name')}
          label={DEVICES.name}
          hint={DEVICES.name_hint}
          autoComplete="off"
          required
        />
        <TextField {...bind('model')} label={DEVICES.model} hint={DEVICES.model_hint} autoComplete="off" />
        <TextField {...bind('serial')} label={DEVICES.serial} autoComplete="off" />
        <TextField {...bind('place')} label={DEVICES.place} hint={DEVICES.place_hint} autoComplete="off" />
        <FormFoot
          problem={problem !== null && isReported ? `${problem} ${DEVICES.over}` : problem}
          isPending={isPending}
          submit={BUSINESS.save}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
